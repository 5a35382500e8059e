/// Files of events that are neither CSV nor JSON, recognised by their first bytes.
enum ForeignFile {
    private struct Kind {
        let magic: [UInt8]
        let name: String
        let advice: String

        init(_ magic: String, _ name: String, advice: String) {
            self.init(Array(magic.utf8), name, advice: advice)
        }

        init(_ magic: [UInt8], _ name: String, advice: String) {
            (self.magic, self.name, self.advice) = (magic, name, advice)
        }
    }

    private static let kinds = [
        Kind(
            [0x50, 0x4B, 3, 4], "an Excel workbook or another ZIP archive", advice: "\(asCSV); \(unpacked("unzip -p"))"),
        Kind([0xD0, 0xCF, 0x11, 0xE0], "an old Excel workbook", advice: asCSV),
        Kind("PAR1", "a Parquet file", advice: queried("duckdb -csv -c \"SELECT * FROM 'FILE'\"")),
        Kind("ARROW1", "an Arrow file", advice: "write it as CSV, for example with pandas"),
        Kind("Obj\u{1}", "an Avro file", advice: queried("avro-tools tojson FILE")),
        Kind("SQLite format 3\0", "an SQLite database", advice: queried("sqlite3 -csv -header FILE 'SELECT …'")),
        Kind([0x1F, 0x8B], "packed with gzip twice", advice: unpacked("gunzip -c")),
        Kind([0x28, 0xB5, 0x2F, 0xFD], "packed with Zstandard", advice: unpacked("zstd -dc")),
        Kind([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0], "packed with xz", advice: unpacked("xz -dc")),
        Kind("BZh", "packed with bzip2", advice: unpacked("bzip2 -dc")),
        Kind([0x04, 0x22, 0x4D, 0x18], "packed with LZ4", advice: unpacked("lz4 -dc")),
        Kind("7z\u{BC}\u{AF}".unicodeScalars.map { UInt8($0.value) }, "a 7z archive", advice: unpacked("7z x -so")),
        Kind("%PDF", "a PDF", advice: asCSV),
        Kind("<", "an HTML or XML page", advice: "download the file itself; the page may ask for a login"),
    ]

    private static let asCSV = "save the sheet as CSV UTF-8"

    private static func unpacked(_ command: String) -> String {
        "to unpack it: \(command) FILE | experiments events import -"
    }

    private static func queried(_ command: String) -> String { "try: \(command) | experiments events import -" }

    /// The problem with a file of another kind; nil for what may be CSV or JSON.
    static func problem(of bytes: [UInt8]) -> EventFileProblem? {
        guard let kind = kinds.first(where: { bytes.starts(with: $0.magic) }) else { return nil }
        return EventFileProblem("this is \(kind.name), not CSV or JSON", advice: kind.advice)
    }
}
