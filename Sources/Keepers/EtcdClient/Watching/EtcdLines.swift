/// Splits a body that arrives in pieces into its lines. A value that is fed bytes.
struct EtcdLines: Sendable {
    /// The most bytes of a line. With fragments lines stay near 2.4 MB, and the largest value makes one of 4.2 MB.
    static let limit = 32 << 20

    private var line: [UInt8] = []

    /// The lines, blank ones left out, that `bytes` complete.
    ///
    /// - Throws: `EtcdAnswerProblem` where a line is longer than any of etcd's.
    mutating func read(_ bytes: [UInt8]) throws(EtcdAnswerProblem) -> [[UInt8]] {
        var lines: [[UInt8]] = []
        var rest = bytes[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            line += rest[..<end]
            if line.contains(where: { $0 != 0x0D && $0 != 0x20 }) { lines.append(line) }
            line = []
            rest = rest[(end + 1)...]
        }
        line += rest
        guard line.count <= Self.limit else {
            throw EtcdAnswerProblem("a line is longer than \(Self.limit) bytes")
        }
        return lines
    }
}
