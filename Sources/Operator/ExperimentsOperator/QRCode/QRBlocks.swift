/// The blocks that the codewords of a code are divided into, each with its own error correction.
struct QRBlocks: Sendable {
    /// The codewords of error correction in each block, by version.
    private static let corrections: [QRCode.Level: [Int]] = [
        .low: [
            7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28,
            28, 28, 30, 30, 26, 28, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
        ],
        .medium: [
            10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26,
            26, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28,
        ],
        .quartile: [
            13, 22, 18, 26, 18, 24, 18, 22, 20, 24, 28, 26, 24, 20, 30, 24, 28, 28, 26, 30,
            28, 30, 30, 30, 30, 28, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
        ],
        .high: [
            17, 28, 22, 16, 22, 28, 26, 26, 24, 28, 24, 28, 22, 24, 24, 30, 28, 28, 26, 28,
            30, 24, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
        ],
    ]
    /// The number of blocks, by version.
    private static let counts: [QRCode.Level: [Int]] = [
        .low: [
            1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8,
            8, 9, 9, 10, 12, 12, 12, 13, 14, 15, 16, 17, 18, 19, 19, 20, 21, 22, 24, 25,
        ],
        .medium: [
            1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16,
            17, 17, 18, 20, 21, 23, 25, 26, 28, 29, 31, 33, 35, 37, 38, 40, 43, 45, 47, 49,
        ],
        .quartile: [
            1, 1, 2, 2, 4, 4, 6, 6, 8, 8, 8, 10, 12, 16, 12, 17, 16, 18, 21, 20,
            23, 23, 25, 27, 29, 34, 34, 35, 38, 40, 43, 45, 48, 51, 53, 56, 59, 62, 65, 68,
        ],
        .high: [
            1, 1, 2, 4, 4, 4, 5, 6, 8, 8, 11, 11, 16, 16, 18, 16, 19, 21, 25, 25,
            25, 34, 30, 32, 35, 37, 40, 42, 45, 48, 51, 54, 57, 60, 63, 66, 70, 74, 77, 81,
        ],
    ]

    private let correction: Int
    private let count: Int
    private let codewords: Int

    init(_ version: QRVersion, _ level: QRCode.Level) {
        correction = Self.corrections[level]?[version.number - 1] ?? 0
        count = Self.counts[level]?[version.number - 1] ?? 1
        codewords = version.codewords
    }

    /// The number of codewords for data.
    var dataCount: Int { codewords - correction * count }

    /// Returns the codewords of data, and then those of their error correction, in the order in which they are placed:
    /// the first of each block, then the second of each.
    func interleaved(_ data: [UInt8]) -> [UInt8] {
        // The last blocks have one codeword more, if the data do not divide evenly.
        let (length, longer) = (dataCount / count, dataCount % count)
        var rest = data[...]
        let blocks = (0..<count).map { index in
            let block = Array(rest.prefix(length + (index < count - longer ? 0 : 1)))
            rest = rest.dropFirst(block.count)
            return block
        }
        let correctors = blocks.map { Self.correction(of: $0, count: correction) }
        let first = (0...length).flatMap { place in
            blocks.compactMap { $0.indices.contains(place) ? $0[place] : nil }
        }
        return first + (0..<correction).flatMap { place in correctors.map { $0[place] } }
    }
}

// Error correction (Reed and Solomon) over the field of 256 elements that QR codes use.
extension QRBlocks {
    /// The powers of 2 over the polynomial x⁸ + x⁴ + x³ + x² + 1, and the exponent of each element.
    private static let (powers, logarithms): ([UInt8], [Int]) = {
        var (powers, logarithms) = ([UInt8](repeating: 1, count: 255), [Int](repeating: 0, count: 256))
        var element = 1
        for exponent in 0..<255 {
            (powers[exponent], logarithms[element]) = (UInt8(element), exponent)
            element <<= 1
            if element > 255 { element ^= 0x11D }
        }
        return (powers, logarithms)
    }()

    private static func product(_ left: UInt8, _ right: UInt8) -> UInt8 {
        guard left != 0, right != 0 else { return 0 }
        return powers[(logarithms[Int(left)] + logarithms[Int(right)]) % 255]
    }

    /// Returns the codewords for error correction of a block.
    static func correction(of block: [UInt8], count: Int) -> [UInt8] {
        let divisor = generator(of: count)
        var remainder = [UInt8](repeating: 0, count: count)
        for byte in block {
            let factor = byte ^ remainder.removeFirst()
            remainder.append(0)
            for index in 0..<count { remainder[index] ^= product(divisor[index], factor) }
        }
        return remainder
    }

    /// Returns the product of (x - 2⁰), (x - 2¹) and so on, highest power first, without its leading factor, which is
    /// 1.
    private static func generator(of degree: Int) -> [UInt8] {
        var factors = [UInt8](repeating: 0, count: degree - 1) + [1]
        for exponent in 0..<degree {
            for index in 0..<degree {
                let next = index + 1 < degree ? factors[index + 1] : 0
                factors[index] = product(factors[index], powers[exponent]) ^ next
            }
        }
        return factors
    }
}
