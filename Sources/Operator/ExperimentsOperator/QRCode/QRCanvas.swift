/// The modules of a code while it is drawn: the patterns for readers, the data between them, and a mask.
struct QRCanvas: Sendable {
    private let version: QRVersion
    private(set) var rows: [[Bool]]
    /// Whether each module belongs to a pattern, and so contains no data.
    private var isPattern: [[Bool]]
    /// The number of the mask pattern.
    private(set) var mask = 0

    private var size: Int { rows.count }

    init(_ version: QRVersion) {
        self.version = version
        rows = Array(repeating: Array(repeating: false, count: version.size), count: version.size)
        isPattern = rows
        drawPatterns()
    }

    private mutating func draw(_ row: Int, _ column: Int, _ isDark: Bool) {
        (rows[row][column], isPattern[row][column]) = (isDark, true)
    }

    private mutating func drawPatterns() {
        for place in 0..<size {
            draw(6, place, place % 2 == 0)
            draw(place, 6, place % 2 == 0)
        }
        for (row, column) in [(3, 3), (3, size - 4), (size - 4, 3)] { drawFinder(row, column) }
        let centres = version.alignment
        for row in centres {
            for column in centres where !isCorner(row, column) {
                for down in -2...2 {
                    for across in -2...2 {
                        draw(row + down, column + across, max(abs(down), abs(across)) != 1)
                    }
                }
            }
        }
        drawFormat(0)
        drawVersion()
    }

    /// Returns whether a finder pattern is here, so that there is no alignment pattern.
    private func isCorner(_ row: Int, _ column: Int) -> Bool {
        (row == 6 && column == 6) || (row == 6 && column == size - 7) || (row == size - 7 && column == 6)
    }

    /// Draws a finder pattern in a corner, with the light line around it.
    private mutating func drawFinder(_ row: Int, _ column: Int) {
        for down in -4...4 where rows.indices.contains(row + down) {
            for across in -4...4 where rows.indices.contains(column + across) {
                let distance = max(abs(down), abs(across))
                draw(row + down, column + across, distance != 2 && distance != 4)
            }
        }
    }

    /// Draws the level and the mask, twice, so that either copy can be read.
    private mutating func drawFormat(_ bits: Int) {
        func bit(_ index: Int) -> Bool { bits >> index & 1 == 1 }
        for index in 0..<15 {
            // Around the finder pattern at the top left, past the timing patterns.
            switch index {
            case 0..<6: draw(index, 8, bit(index))
            case 6, 7: draw(index + 1, 8, bit(index))
            case 8: draw(8, 7, bit(index))
            default: draw(8, 14 - index, bit(index))
            }
            // Next to the two others.
            if index < 8 {
                draw(8, size - 1 - index, bit(index))
            } else {
                draw(size - 15 + index, 8, bit(index))
            }
        }
        draw(size - 8, 8, true)
    }

    /// Draws the number of the version, twice. Small codes have none.
    private mutating func drawVersion() {
        guard let bits = Self.versionBits(version.number) else { return }
        for index in 0..<18 {
            let (near, far) = (index / 3, size - 11 + index % 3)
            draw(near, far, bits >> index & 1 == 1)
            draw(far, near, bits >> index & 1 == 1)
        }
    }

    /// Returns the level and the mask with their error correction.
    static func formatBits(_ level: QRCode.Level, mask: Int) -> Int {
        let levels: [QRCode.Level: Int] = [.low: 1, .medium: 0, .quartile: 3, .high: 2]
        let data = (levels[level] ?? 0) << 3 | mask
        return (data << 10 | remainder(of: data << 10, by: 0x537, degree: 10)) ^ 0x5412
    }

    /// Returns the number of a version with its error correction; nil for a version that has none.
    static func versionBits(_ number: Int) -> Int? {
        number < 7 ? nil : number << 12 | remainder(of: number << 12, by: 0x1F25, degree: 12)
    }

    private static func remainder(of bits: Int, by divisor: Int, degree: Int) -> Int {
        var rest = bits
        while rest >> degree != 0 {
            rest ^= divisor << (rest.bitWidth - rest.leadingZeroBitCount - 1 - degree)
        }
        return rest
    }

    /// Places codewords in pairs of columns from the right, alternately upwards and downwards. The remaining modules
    /// stay light.
    mutating func place(_ codewords: [UInt8]) {
        var index = 0
        for right in stride(from: size - 1, through: 1, by: -2) {
            // The column of the timing pattern is left out.
            let right = right <= 6 ? right - 1 : right
            let isUpward = (right + 1) & 2 == 0
            for step in 0..<size {
                let row = isUpward ? size - 1 - step : step
                for column in [right, right - 1] where !isPattern[row][column] && index < 8 * codewords.count
                {
                    rows[row][column] = codewords[index / 8] >> UInt8(7 - index % 8) & 1 == 1
                    index += 1
                }
            }
        }
    }
}

// Masks, so that no code looks like its own patterns.
extension QRCanvas {
    /// Returns the code with a mask, and the format bits for it.
    func masked(_ mask: Int, _ level: QRCode.Level) -> QRCanvas {
        var code = self
        code.mask = mask
        for row in 0..<size {
            for column in 0..<size where !isPattern[row][column] && Self.inverts(mask, row, column) {
                code.rows[row][column].toggle()
            }
        }
        code.drawFormat(Self.formatBits(level, mask: mask))
        return code
    }

    private static func inverts(_ mask: Int, _ row: Int, _ column: Int) -> Bool {
        switch mask {
        case 0: (row + column) % 2 == 0
        case 1: row % 2 == 0
        case 2: column % 3 == 0
        case 3: (row + column) % 3 == 0
        case 4: (row / 2 + column / 3) % 2 == 0
        case 5: row * column % 2 + row * column % 3 == 0
        case 6: (row * column % 2 + row * column % 3) % 2 == 0
        default: ((row + column) % 2 + row * column % 3) % 2 == 0
        }
    }

    /// The penalty for patterns that are hard to read, by the standard's four rules: long runs, squares, shapes like a
    /// finder pattern, and unequal numbers of dark and light modules.
    var penalty: Int {
        let columns = (0..<size).map { column in rows.map { $0[column] } }
        let dark = rows.reduce(0) { $0 + $1.count { $0 } }
        // In steps of 5 percent from one half.
        let balance = abs(20 * dark - 10 * size * size) / (size * size)
        return (rows + columns).reduce(0) { $0 + Self.penalty(ofLine: $1) } + squares + 10 * balance
    }

    private var squares: Int {
        (1..<size).reduce(0) { sum, row in
            let (above, line) = (rows[row - 1], rows[row])
            return sum
                + (1..<size).reduce(0) { count, column in
                    let dark = line[column]
                    let isSquare =
                        line[column - 1] == dark && above[column] == dark && above[column - 1] == dark
                    return count + (isSquare ? 3 : 0)
                }
        }
    }

    private static func penalty(ofLine line: [Bool]) -> Int {
        var (sum, run) = (0, 0)
        for (index, isDark) in line.enumerated() {
            run = index > 0 && line[index - 1] == isDark ? run + 1 : 1
            if run == 5 { sum += 3 } else if run > 5 { sum += 1 }
        }
        // A finder pattern with four light modules on one side is one of two numbers. Around the code everything is light.
        var window = 0
        for isDark in line + [false, false, false, false] {
            window = (window << 1 | (isDark ? 1 : 0)) & 0x7FF
            if window == 0b000_0101_1101 || window == 0b101_1101_0000 { sum += 40 }
        }
        return sum
    }
}
