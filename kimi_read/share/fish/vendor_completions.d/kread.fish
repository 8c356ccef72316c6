# completion of kread, made when it is first needed
kread --show-completion fish | source
