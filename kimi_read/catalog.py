"""Every type of file that the house knows, a line each.

Those with a reader are read; the others are recognised, named and refused with
advice. Order says nothing. See ``format.Format`` for the fields.
"""

from __future__ import annotations

from kimi_read.format import Format

_LATER = "kread does not read it yet; convert it to {} first"
_OOXML = "application/vnd.openxmlformats-officedocument."
_ODF = "application/vnd.oasis.opendocument."
_WORD = "kimi_read.formats.docx"
_EXCEL = "kimi_read.formats.xlsx"
_OLD_EXCEL = "kimi_read.formats.xlsx.old"
_FLAT_EXCEL = "kimi_read.formats.xlsx.flat"
_SLIDES = "kimi_read.formats.pptx"
_IMAGE = "kimi_read.formats.image"
_MEDIA = "kimi_read.formats.media"
_ARCHIVE = "kimi_read.formats.archive"
_DETAILS = "kimi_read.formats.details."
_TEXT = "kimi_read.formats.text"
_CSV = "kimi_read.formats.csv"


def _text(
    name: str, media_type: str, label: str, *extensions: str, markdown: str = ""
) -> Format:
    return Format(
        name, "text", media_type, label, extensions, _TEXT,
        markdown=markdown, isolated=False,
    )  # fmt: skip


def _refused(
    name: str, media_type: str, label: str, advice: str, *extensions: str
) -> Format:
    return Format(name, "binary", media_type, label, extensions, advice=advice)


def _later(
    name: str, media_type: str, label: str, advice: str, *extensions: str
) -> Format:
    return Format(
        name, "document", media_type, label, extensions, advice=_LATER.format(advice)
    )


TEXT = _text("text", "text/plain", "text", ".txt", ".log", ".text")

FORMATS = (
    TEXT,
    _text("csv", "text/csv", "comma-separated values", ".csv", markdown=_CSV),
    _text("tsv", "text/tab-separated-values", "tab-separated values", ".tsv", ".tab",
          markdown=_CSV),
    _text("markdown", "text/markdown", "Markdown", ".md", ".markdown"),
    _text("json", "application/json", "JSON", ".json"),
    _text("jsonl", "application/jsonl", "JSON lines", ".jsonl", ".ndjson"),
    _text("xml", "application/xml", "XML", ".xml", ".xsd", ".xsl", ".rss", ".atom"),
    _text("svg", "image/svg+xml", "SVG image (as text)", ".svg"),
    _text("html", "text/html", "HTML", ".html", ".htm", ".xhtml"),
    _text("ipynb", "application/x-ipynb+json", "Jupyter notebook", ".ipynb"),
    _text("yaml", "application/yaml", "YAML", ".yaml", ".yml"),
    _text("toml", "application/toml", "TOML", ".toml"),
    _text("python", "text/x-python", "Python source", ".py", ".pyi"),
    _text("javascript", "text/javascript", "JavaScript source", ".js", ".mjs", ".cjs"),
    _text("typescript", "text/x-typescript", "TypeScript source", ".ts", ".tsx",
          ".mts", ".cts"),
    _text("css", "text/css", "CSS", ".css"),
    _text("shell", "text/x-shellscript", "shell script", ".sh", ".bash"),
    _text("c", "text/x-c", "C source", ".c", ".h"),
    _text("cpp", "text/x-c++", "C++ source", ".cc", ".cpp", ".cxx", ".hpp", ".hh"),
    _text("java", "text/x-java", "Java source", ".java"),
    _text("go", "text/x-go", "Go source", ".go"),
    _text("rust", "text/x-rust", "Rust source", ".rs"),
    _text("ruby", "text/x-ruby", "Ruby source", ".rb"),
    _text("php", "text/x-php", "PHP source", ".php"),
    _text("sql", "application/sql", "SQL", ".sql"),
    _text("diff", "text/x-diff", "patch", ".diff", ".patch"),
    _text("rst", "text/x-rst", "reStructuredText", ".rst"),
    _text("tex", "application/x-tex", "TeX source", ".tex", ".sty", ".bib"),
    _text("ini", "text/plain", "configuration", ".ini", ".cfg", ".conf"),
    # documents
    Format("docx", "document", _OOXML + "wordprocessingml.document",
           "Word document", (".docx",), _WORD, details=_DETAILS + "word"),
    Format("docm", "document", "application/vnd.ms-word.document.macroEnabled.12",
           "Word document with macros", (".docm",), _WORD,
           details=_DETAILS + "word"),
    Format("dotx", "document", _OOXML + "wordprocessingml.template",
           "Word template", (".dotx",), _WORD, details=_DETAILS + "word"),
    Format("dotm", "document", "application/vnd.ms-word.template.macroEnabled.12",
           "Word template with macros", (".dotm",), _WORD, details=_DETAILS + "word"),
    Format("xlsx", "document", _OOXML + "spreadsheetml.sheet",
           "Excel workbook", (".xlsx",), _EXCEL, details=_DETAILS + "excel"),
    Format("xlsm", "document", "application/vnd.ms-excel.sheet.macroEnabled.12",
           "Excel workbook with macros", (".xlsm", ".xlam"), _EXCEL,
           details=_DETAILS + "excel"),
    Format("xltx", "document", _OOXML + "spreadsheetml.template",
           "Excel template", (".xltx", ".xltm"), _EXCEL, details=_DETAILS + "excel"),
    Format("xlsb", "document", "application/vnd.ms-excel.sheet.binary.macroEnabled.12",
           "Excel binary workbook", (".xlsb",), _EXCEL),
    Format("xls", "document", "application/vnd.ms-excel",
           "Excel 97 workbook", (".xls", ".xlt", ".xla"), _OLD_EXCEL),
    Format("ods", "document", _ODF + "spreadsheet",
           "OpenDocument spreadsheet", (".ods", ".ots"), _FLAT_EXCEL),
    Format("fods", "document", _ODF + "spreadsheet-flat-xml",
           "OpenDocument spreadsheet, flat XML", (".fods",), _FLAT_EXCEL),
    Format("xml-spreadsheet", "document", "application/vnd.ms-excel+xml",
           "Excel 2003 XML spreadsheet", (), _FLAT_EXCEL),
    Format("pptx", "document", _OOXML + "presentationml.presentation",
           "PowerPoint presentation", (".pptx",), _SLIDES),
    Format("pptm", "document",
           "application/vnd.ms-powerpoint.presentation.macroEnabled.12",
           "PowerPoint presentation with macros", (".pptm",), _SLIDES),
    Format("potx", "document", _OOXML + "presentationml.template",
           "PowerPoint template", (".potx", ".potm"), _SLIDES),
    Format("ppsx", "document", _OOXML + "presentationml.slideshow",
           "PowerPoint show", (".ppsx", ".ppsm"), _SLIDES),
    Format("pdf", "document", "application/pdf", "PDF", (".pdf",),
           "kimi_read.formats.pdf", details=_DETAILS + "pdf"),
    _later("odt", _ODF + "text", "OpenDocument text", "docx", ".odt", ".ott"),
    _later("odp", _ODF + "presentation", "OpenDocument presentation", "pptx", ".odp",
           ".otp"),
    _later("odg", _ODF + "graphics", "OpenDocument drawing", "PDF", ".odg", ".otg"),
    _later("fodt", _ODF + "text-flat-xml", "OpenDocument text (flat XML)", "docx",
           ".fodt"),
    _later("fodp", _ODF + "presentation-flat-xml",
           "OpenDocument presentation (flat XML)", "pptx", ".fodp"),
    _later("fodg", _ODF + "graphics-flat-xml", "OpenDocument drawing (flat XML)",
           "PDF", ".fodg"),
    _later("epub", "application/epub+zip", "EPUB book", "PDF", ".epub"),
    _later("rtf", "application/rtf", "Rich Text", "docx", ".rtf"),
    _later("doc", "application/msword", "Word 97 document", "docx", ".doc", ".dot"),
    _later("ppt", "application/vnd.ms-powerpoint", "PowerPoint 97 presentation",
           "pptx", ".ppt", ".pps", ".pot"),
    _later("msg", "application/vnd.ms-outlook", "Outlook message", "text", ".msg"),
    _later("eml", "message/rfc822", "e-mail message", "text (--from text shows it as "
           "it is)", ".eml"),
    _later("mbox", "application/mbox", "mailbox", "text (--from text shows it as it "
           "is)", ".mbox"),
    _later("mhtml", "multipart/related", "saved web page", "text (--from text shows it "
           "as it is)", ".mht", ".mhtml"),
    Format("encrypted-ooxml", "document", "application/x-encrypted-ooxml",
           "password-protected Office document", (), "kimi_read.formats.encrypted"),
    # pictures
    Format("png", "image", "image/png", "PNG image", (".png", ".apng"), _IMAGE),
    Format("jpeg", "image", "image/jpeg", "JPEG image", (".jpg", ".jpeg", ".jpe",
           ".jfif"), _IMAGE),
    Format("gif", "image", "image/gif", "GIF image", (".gif",), _IMAGE),
    Format("webp", "image", "image/webp", "WebP image", (".webp",), _IMAGE),
    Format("bmp", "image", "image/bmp", "BMP image", (".bmp", ".dib"), _IMAGE),
    Format("tiff", "image", "image/tiff", "TIFF image", (".tif", ".tiff"), _IMAGE),
    Format("ico", "image", "image/vnd.microsoft.icon", "icon", (".ico", ".cur"),
           _IMAGE),
    Format("heic", "image", "image/heic", "HEIC image", (".heic", ".heif"),
           _IMAGE + ".heif"),
    Format("avif", "image", "image/avif", "AVIF image", (".avif",), _IMAGE),
    # video and audio
    Format("mp4", "video", "video/mp4", "MP4 video", (".mp4",), _MEDIA),
    Format("3gp", "video", "video/3gpp", "3GPP video", (".3gp", ".3g2"), _MEDIA),
    Format("m4v", "video", "video/x-m4v", "MPEG-4 video", (".m4v",), _MEDIA),
    Format("mov", "video", "video/quicktime", "QuickTime video", (".mov", ".qt"),
           _MEDIA),
    Format("webm", "video", "video/webm", "WebM video", (".webm",), _MEDIA),
    Format("mkv", "video", "video/x-matroska", "Matroska video", (".mkv", ".mks"),
           _MEDIA),
    Format("avi", "video", "video/x-msvideo", "AVI video", (".avi",), _MEDIA),
    Format("mpeg", "video", "video/mpeg", "MPEG video", (".mpg", ".mpeg", ".vob"),
           _MEDIA),
    Format("mpegts", "video", "video/mp2t", "MPEG transport stream", (".ts", ".mts",
           ".m2ts"), _MEDIA),
    Format("flv", "video", "video/x-flv", "Flash video", (".flv",), _MEDIA),
    Format("asf", "video", "video/x-ms-asf", "Windows Media", (".wmv", ".asf"),
           _MEDIA),
    Format("wma", "audio", "audio/x-ms-wma", "Windows Media audio", (".wma",), _MEDIA),
    Format("mka", "audio", "audio/x-matroska", "Matroska audio", (".mka",), _MEDIA),
    Format("weba", "audio", "audio/webm", "WebM audio", (".weba",), _MEDIA),
    Format("ogg", "audio", "application/ogg", "Ogg media", (".ogg", ".oga", ".opus",
           ".spx"), _MEDIA),
    Format("ogv", "video", "video/ogg", "Ogg video", (".ogv", ".ogm"), _MEDIA),
    Format("mp3", "audio", "audio/mpeg", "MP3 audio", (".mp3",), _MEDIA),
    Format("m4a", "audio", "audio/mp4", "MPEG-4 audio", (".m4a", ".m4b"), _MEDIA),
    Format("flac", "audio", "audio/flac", "FLAC audio", (".flac",), _MEDIA),
    Format("wav", "audio", "audio/wav", "WAV audio", (".wav", ".wave"), _MEDIA),
    Format("aiff", "audio", "audio/aiff", "AIFF audio", (".aif", ".aiff"), _MEDIA),
    Format("aac", "audio", "audio/aac", "AAC audio", (".aac",), _MEDIA),
    Format("amr", "audio", "audio/amr", "AMR audio", (".amr",), _MEDIA),
    # archives
    Format("zip", "archive", "application/zip", "ZIP archive", (".zip", ".cbz"),
           _ARCHIVE),
    Format("jar", "archive", "application/java-archive", "Java archive", (".jar",
           ".war", ".ear"), _ARCHIVE),
    Format("apk", "archive", "application/vnd.android.package-archive",
           "Android package", (".apk",), _ARCHIVE),
    Format("whl", "archive", "application/zip", "Python wheel", (".whl",), _ARCHIVE),
    Format("xpi", "archive", "application/x-xpinstall", "Firefox extension", (".xpi",),
           _ARCHIVE),
    Format("ipa", "archive", "application/x-ios-app", "iOS application", (".ipa",),
           _ARCHIVE),
    Format("tar", "archive", "application/x-tar", "tar archive", (".tar",), _ARCHIVE),
    Format("gz", "archive", "application/gzip", "gzip", (".gz", ".tgz"), _ARCHIVE),
    Format("bz2", "archive", "application/x-bzip2", "bzip2", (".bz2", ".tbz2", ".tbz"),
           _ARCHIVE),
    Format("xz", "archive", "application/x-xz", "xz", (".xz", ".txz"), _ARCHIVE),
    Format("lzma", "archive", "application/x-lzma", "lzma", (".lzma",), _ARCHIVE),
    Format("zst", "archive", "application/zstd", "Zstandard", (".zst", ".tzst"),
           _ARCHIVE),
    Format("lz4", "archive", "application/x-lz4", "LZ4", (".lz4",), _ARCHIVE),
    Format("compress", "archive", "application/x-compress", "Unix compress", (".z",),
           _ARCHIVE),
    Format("lzip", "archive", "application/x-lzip", "lzip", (".lz",), _ARCHIVE),
    Format("7z", "archive", "application/x-7z-compressed", "7-Zip archive", (".7z",),
           _ARCHIVE),
    Format("rar", "archive", "application/vnd.rar", "RAR archive", (".rar", ".cbr"),
           _ARCHIVE),
    Format("iso", "archive", "application/x-iso9660-image", "ISO 9660 image",
           (".iso",), _ARCHIVE),
    Format("cab", "archive", "application/vnd.ms-cab-compressed", "Cabinet archive",
           (".cab",), _ARCHIVE),
    Format("ar", "archive", "application/x-archive", "ar archive", (".a", ".ar"),
           _ARCHIVE),
    Format("deb", "archive", "application/vnd.debian.binary-package",
           "Debian package", (".deb",), _ARCHIVE),
    Format("cpio", "archive", "application/x-cpio", "cpio archive", (".cpio",),
           _ARCHIVE),
    Format("rpm", "archive", "application/x-rpm", "RPM package", (".rpm",), _ARCHIVE),
    Format("crx", "archive", "application/x-chrome-extension", "Chrome extension",
           (".crx",), _ARCHIVE),
    # known, and refused
    _refused("elf", "application/x-elf", "ELF program or library",
             "readelf -a or objdump -d show it"),
    _refused("pe", "application/vnd.microsoft.portable-executable",
             "Windows program or library", "objdump -x shows it", ".exe", ".dll"),
    _refused("macho", "application/x-mach-binary", "Mach-O program or library",
             "otool -l shows it", ".dylib"),
    _refused("wasm", "application/wasm", "WebAssembly module",
             "wasm-objdump -x shows it", ".wasm"),
    _refused("class", "application/java-vm", "Java class", "javap -v shows it",
             ".class"),
    _refused("pyc", "application/x-python-code", "compiled Python",
             "python -m dis reads the source it came from", ".pyc"),
    _refused("sqlite", "application/vnd.sqlite3", "SQLite database",
             "sqlite3 FILE .dump shows it", ".sqlite", ".sqlite3", ".db"),
    _refused("parquet", "application/vnd.apache.parquet", "Parquet table",
             "duckdb or pyarrow read it", ".parquet"),
    _refused("font", "font/sfnt", "font", "fc-scan shows its names", ".ttf", ".otf",
             ".ttc", ".woff", ".woff2"),
    _refused("ole", "application/x-ole-storage", "OLE container of an unknown kind",
             "oletools list its streams"),
    _refused("psd", "image/vnd.adobe.photoshop", "Photoshop image",
             "export it as PNG", ".psd"),
    _refused("jp2", "image/jp2", "JPEG 2000 image", "convert it to PNG", ".jp2",
             ".jpx"),
    _refused("jxl", "image/jxl", "JPEG XL image", "djxl converts it", ".jxl"),
    _refused("midi", "audio/midi", "MIDI music", "a synthesizer plays it", ".mid",
             ".midi"),
    _refused("pcap", "application/vnd.tcpdump.pcap", "packet capture",
             "tshark -r shows it", ".pcap", ".pcapng"),
    _refused("dicom", "application/dicom", "DICOM image", "dcmdump shows it", ".dcm"),
    _refused("hdf5", "application/x-hdf5", "HDF5 data", "h5dump shows it", ".h5",
             ".hdf5"),
    _refused("djvu", "image/vnd.djvu", "DjVu document", "djvutxt prints its text",
             ".djvu"),
    _refused("chm", "application/vnd.ms-htmlhelp", "compiled HTML help",
             "7z x unpacks it", ".chm"),
    _refused("swf", "application/x-shockwave-flash", "Flash movie",
             "a Flash decompiler reads it", ".swf"),
    _refused("pst", "application/vnd.ms-outlook-pst", "Outlook mailbox",
             "readpst converts it", ".pst"),
    _refused("binary", "application/octet-stream", "unknown binary data",
             "--from text shows it as text, xxd FILE its bytes"),
)  # fmt: skip

BY_NAME = {form.name: form for form in FORMATS}
