import ExperimentsSupport

/// Turns the content of a file into UTF-8.
///
/// Text that is not UTF-8 is refused as a whole, because replacing unreadable letters could turn two users into one.
enum EventFileText {
    /// Returns the content in UTF-8, without a byte order mark.
    ///
    /// - Throws: `EventFileProblem` for a file that is not text, or has another encoding than UTF-8 and UTF-16.
    static func utf8(_ bytes: [UInt8]) throws(EventFileProblem) -> [UInt8] {
        if let problem = foreignProblem(of: bytes) { throw problem }
        guard !bytes.starts(with: [0xFF, 0xFE, 0, 0]), !bytes.starts(with: [0, 0, 0xFE, 0xFF]) else {
            throw EventFileProblem("the file is UTF-32, not UTF-8", advice: advice("UTF-32"))
        }
        if let order = UTF16Order(of: bytes) { return try utf16(bytes, order) }
        guard !bytes.prefix(1024).contains(0) else {
            throw EventFileProblem(
                "the file is not text, so it is neither CSV nor JSON", advice: "export it as CSV")
        }
        if let place = firstFault(in: bytes) {
            let line = line(of: place, in: bytes)
            throw EventFileProblem(
                "the file is not UTF-8: its byte 0x\(String(bytes[place], radix: 16)) belongs to no character",
                line: line,
                advice: "save it as CSV UTF-8, or convert it from its own encoding, for example: "
                    + command("WINDOWS-1252"))
        }
        return bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    }

    private static func utf16(_ bytes: [UInt8], _ order: UTF16Order) throws(EventFileProblem) -> [UInt8] {
        let units = stride(from: 0, to: bytes.count - 1, by: 2).map { place in
            let (first, second) = (UInt16(bytes[place]), UInt16(bytes[place + 1]))
            return order == .lowFirst ? first | second << 8 : first << 8 | second
        }
        guard bytes.count % 2 == 0, let text = String(valid: units, as: UTF16.self) else {
            throw EventFileProblem("the file is broken UTF-16", advice: "save it as UTF-8")
        }
        return Array(
            text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()).utf8 : text.utf8
        )
    }

    /// Returns the index of the first byte that is not valid UTF-8; nil if there is none.
    private static func firstFault(in bytes: [UInt8]) -> Int? {
        guard String(validUTF8: bytes) == nil else { return nil }
        var (parser, rest, place) = (UTF8.ForwardParser(), bytes.makeIterator(), 0)
        while case .valid(let scalar) = parser.parseScalar(from: &rest) { place += scalar.count }
        return place
    }

    private static func advice(_ encoding: String) -> String {
        "save it as UTF-8, or try: " + command(encoding)
    }

    private static func command(_ encoding: String) -> String {
        "iconv -f \(encoding) -t UTF-8 FILE | experiments events import -"
    }

    /// Returns the line of a byte, from 1.
    private static func line(of place: Int, in bytes: [UInt8]) -> Int {
        var line = 1
        for index in 0..<place where bytes[index] == 10 || (bytes[index] == 13 && bytes[index + 1] != 10) {
            line += 1
        }
        return line
    }
}

/// Files that are neither CSV nor JSON, recognized by their first bytes.
extension EventFileText {
    private struct Kind {
        let magic: [UInt8]
        let name: String
        let advice: String

        init(_ magic: String, _ name: String, advice: String) {
            self.init(Array(magic.utf8), name, advice: advice)
        }

        init(_ magic: [UInt8], _ name: String, advice: String) {
            self.magic = magic
            self.name = name
            self.advice = advice
        }
    }

    private static let kinds = [
        Kind(
            [0x50, 0x4B, 3, 4], "an Excel workbook or another ZIP archive",
            advice: "\(asCSV), or \(unpacked("unzip -p"))"),
        Kind([0xD0, 0xCF, 0x11, 0xE0], "an old Excel workbook", advice: asCSV),
        Kind("PAR1", "a Parquet file", advice: queried("duckdb -csv -c \"SELECT * FROM 'FILE'\"")),
        Kind("ARROW1", "an Arrow file", advice: "write it as CSV, for example with pandas"),
        Kind("Obj\u{1}", "an Avro file", advice: queried("avro-tools tojson FILE")),
        Kind(
            "SQLite format 3\0", "an SQLite database", advice: queried("sqlite3 -csv -header FILE 'SELECT …'")
        ),
        Kind([0x1F, 0x8B], "packed with gzip twice", advice: unpacked("gunzip -c")),
        Kind([0x28, 0xB5, 0x2F, 0xFD], "packed with Zstandard", advice: unpacked("zstd -dc")),
        Kind([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0], "packed with xz", advice: unpacked("xz -dc")),
        Kind("BZh", "packed with bzip2", advice: unpacked("bzip2 -dc")),
        Kind([0x04, 0x22, 0x4D, 0x18], "packed with LZ4", advice: unpacked("lz4 -dc")),
        Kind(
            "7z\u{BC}\u{AF}".unicodeScalars.map { UInt8($0.value) }, "a 7z archive",
            advice: unpacked("7z x -so")),
        Kind("%PDF", "a PDF", advice: asCSV),
        Kind("{\\rtf", "formatted text (RTF)", advice: "save it as plain text"),
        Kind("<", "an HTML or XML page", advice: "download the file itself; the page may ask for a login"),
    ]

    private static let asCSV = "save the sheet as CSV UTF-8"

    private static func unpacked(_ command: String) -> String {
        "unpack it: \(command) FILE | experiments events import -"
    }

    private static func queried(_ command: String) -> String {
        "try: \(command) | experiments events import -"
    }

    /// Returns the problem with a file of another kind; nil for a file that may be CSV or JSON.
    private static func foreignProblem(of bytes: [UInt8]) -> EventFileProblem? {
        guard let kind = kinds.first(where: { bytes.starts(with: $0.magic) }) else { return nil }
        return EventFileProblem("this is \(kind.name), not CSV or JSON", advice: kind.advice)
    }
}
