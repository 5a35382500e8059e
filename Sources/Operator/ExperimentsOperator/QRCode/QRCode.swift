/// A QR code of a text, as ISO/IEC 18004 describes it: a square of dark and light modules that cameras read.
///
/// It encodes UTF-8 in byte mode, which all readers know, and chooses the smallest of the 40 versions that has room.
package struct QRCode: Sendable, Hashable {
    /// The share of a code that may be unreadable: about 7, 15, 25 or 30 percent.
    package enum Level: Int, Sendable, Hashable, CaseIterable, Comparable {
        case low, medium, quartile, high

        package static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
    }

    /// The version, which decides the size: 1 for 21 modules a side, and 4 more for each further one, up to 40.
    package let version: Int
    /// The level of error correction.
    package let level: Level
    /// The number of the mask pattern, 0 to 7.
    package let mask: Int
    /// Whether each module is dark, row by row from the top, without a border.
    package let rows: [[Bool]]

    /// The number of modules a side.
    package var size: Int { rows.count }

    /// Encodes a text.
    ///
    /// - Parameter least: the least level of error correction. A higher one is used if the code gets no larger by it.
    /// - Returns: nil for a text that is too long for any code.
    package init?(_ text: String, least: Level = .low) {
        let bytes = Array(text.utf8)
        guard let version = QRVersion.all.first(where: { $0.holds(bytes, at: least) }) else { return nil }
        let level = Level.allCases.last { $0 >= least && version.holds(bytes, at: $0) } ?? least
        self.init(version.codewords(of: bytes, at: level), version, level)
    }

    /// Lays out the codewords of some data.
    ///
    /// - Parameters:
    ///   - data: as many codewords as the version has room for at the level.
    ///   - mask: the number of the mask pattern; nil for the one that is read best.
    init(_ data: [UInt8], _ version: QRVersion, _ level: Level, mask: Int? = nil) {
        let blocks = QRBlocks(version, level)
        var canvas = QRCanvas(version)
        canvas.place(blocks.interleaved(data))
        let masked = (mask.map { [$0] } ?? Array(0..<8)).map { canvas.masked($0, level) }
        let best = masked.min { $0.penalty < $1.penalty } ?? canvas
        self.version = version.number
        self.level = level
        self.mask = best.mask
        rows = best.rows
    }
}

/// A version of QR codes: its capacity and its layout.
struct QRVersion: Sendable, Hashable {
    static let all = (1...40).map(QRVersion.init(number:))

    let number: Int

    /// The number of modules a side.
    var size: Int { 17 + 4 * number }

    /// The number of modules for data, error correction and the rest.
    private var dataModules: Int {
        let raw = (16 * number + 128) * number + 64
        guard number >= 2 else { return raw }
        let patterns = number / 7 + 2
        return raw - (25 * patterns - 10) * patterns + 55 - (number >= 7 ? 36 : 0)
    }

    /// The number of codewords, of data and of error correction.
    var codewords: Int { dataModules / 8 }

    /// The rows and columns with the centers of alignment patterns.
    var alignment: [Int] {
        guard number >= 2 else { return [] }
        let count = number / 7 + 2
        let step = (number * 8 + count * 3 + 5) / (count * 4 - 4) * 2
        return [6] + (0..<count - 1).map { size - 7 - $0 * step }.reversed()
    }

    /// The number of bits for the length of a text in byte mode.
    private var lengthBits: Int { number < 10 ? 8 : 16 }

    /// Whether there is room for some bytes.
    func holds(_ bytes: [UInt8], at level: QRCode.Level) -> Bool {
        4 + lengthBits + 8 * bytes.count <= 8 * QRBlocks(self, level).dataCount
    }

    /// Returns the codewords for bytes: the mode, the length, the bytes, an end, and padding.
    func codewords(of bytes: [UInt8], at level: QRCode.Level) -> [UInt8] {
        let count = QRBlocks(self, level).dataCount
        var codewords: [UInt8] = []
        var bitCount = 0
        /// Appends the bits of a number, the highest first.
        func append(_ number: Int, count bits: Int) {
            for bit in (0..<bits).reversed() {
                if bitCount % 8 == 0 { codewords.append(0) }
                if number >> bit & 1 == 1 { codewords[bitCount / 8] |= 0x80 >> UInt8(bitCount % 8) }
                bitCount += 1
            }
        }
        append(0b0100, count: 4)
        append(bytes.count, count: lengthBits)
        for byte in bytes { append(Int(byte), count: 8) }
        append(0, count: min(4, 8 * count - bitCount))
        for pad in 0..<max(0, count - codewords.count) { codewords.append(pad % 2 == 0 ? 0xEC : 0x11) }
        return codewords
    }
}
