/// Reads what DEFLATE wrote (RFC 1951).
struct Inflation {
    /// Why it can't be read.
    enum Problem: Error {
        case invalid
        case tooLarge
    }

    private var reader: BitReader
    private let limit: Int
    private(set) var output: [UInt8] = []

    /// Where in the input the next thing begins.
    var position: Int { reader.position }

    /// - Parameter limit: the most bytes that may come out.
    init(_ bytes: [UInt8], from position: Int, limit: Int) {
        reader = BitReader(bytes, from: position)
        self.limit = limit
    }

    mutating func run() throws(Problem) {
        var isLast = false
        while !isLast {
            isLast = try bits(1) == 1
            switch try bits(2) {
            case 0: try copyStored()
            case 1: try decode(Self.fixedLiterals, Self.fixedDistances)
            case 2:
                let (literals, distances) = try readCodes()
                try decode(literals, distances)
            default: throw .invalid
            }
        }
        reader.skipToByte()
    }

    private mutating func bits(_ count: Int) throws(Problem) -> Int {
        guard let value = reader.bits(count) else { throw .invalid }
        return value
    }

    private func checkRoom(for count: Int) throws(Problem) {
        guard output.count + count <= limit else { throw .tooLarge }
    }

    private mutating func copyStored() throws(Problem) {
        reader.skipToByte()
        let length = try bits(16)
        guard try bits(16) == ~length & 0xFFFF, let bytes = reader.slice(length) else { throw .invalid }
        try checkRoom(for: length)
        output += bytes
    }

    private mutating func decode(_ literals: PrefixCode?, _ distances: PrefixCode?) throws(Problem) {
        guard let literals, let distances else { throw .invalid }
        while true {
            guard let symbol = literals.symbol(&reader) else { throw .invalid }
            switch symbol {
            case 0..<256:
                try checkRoom(for: 1)
                output.append(UInt8(symbol))
            case 256: return
            default:
                let (base, extra) = try Self.entry(symbol - 257, of: Self.lengths)
                let length = base + (try bits(extra))
                guard let code = distances.symbol(&reader) else { throw .invalid }
                let (distanceBase, distanceExtra) = try Self.entry(code, of: Self.distances)
                let distance = distanceBase + (try bits(distanceExtra))
                guard distance <= output.count else { throw .invalid }
                try checkRoom(for: length)
                for _ in 0..<length { output.append(output[output.count - distance]) }
            }
        }
    }

    private mutating func readCodes() throws(Problem) -> (PrefixCode?, PrefixCode?) {
        let literalCount = try bits(5) + 257
        let distanceCount = try bits(5) + 1
        let lengthCount = try bits(4) + 4
        var lengths = [Int](repeating: 0, count: 19)
        for index in 0..<lengthCount { lengths[Self.lengthOrder[index]] = try bits(3) }
        guard let code = PrefixCode(lengths: lengths) else { throw .invalid }
        var all: [Int] = []
        while all.count < literalCount + distanceCount {
            guard let symbol = code.symbol(&reader) else { throw .invalid }
            switch symbol {
            case 0..<16: all.append(symbol)
            case 16:
                guard let last = all.last else { throw .invalid }
                all += Array(repeating: last, count: 3 + (try bits(2)))
            case 17: all += Array(repeating: 0, count: 3 + (try bits(3)))
            default: all += Array(repeating: 0, count: 11 + (try bits(7)))
            }
        }
        guard all.count == literalCount + distanceCount else { throw .invalid }
        return (PrefixCode(lengths: all[..<literalCount]), PrefixCode(lengths: all[literalCount...]))
    }

    private static func entry(_ index: Int, of table: [(Int, Int)]) throws(Problem) -> (Int, Int) {
        guard table.indices.contains(index) else { throw .invalid }
        return table[index]
    }

    private static let lengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

    private static let fixedLiterals = PrefixCode(
        lengths: [(8, 144), (9, 112), (7, 24), (8, 8)].flatMap { Array(repeating: $0.0, count: $0.1) })
    private static let fixedDistances = PrefixCode(lengths: Array(repeating: 5, count: 30))

    /// The least value and the number of further bits of each length symbol and distance symbol.
    private static let lengths =
        zip(
            [
                3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195,
                227, 258,
            ],
            [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0]
        ).map { ($0, $1) }
    private static let distances =
        zip(
            [
                1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073,
                4097, 6145, 8193, 12289, 16385, 24577,
            ],
            [0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13]
        ).map { ($0, $1) }
}
