import ExperimentsCore

/// A version as the conditions of templates compare it: whole numbers between dots. A segment that one of two versions
/// lacks counts as 0.
struct SemanticVersion: Sendable {
    /// The maximum number of segments that server templates compare.
    static let serverLimit = 5

    private let segments: [Int]

    /// Reads the version in `text`; nil if a segment is not a whole number. Spaces around a segment are allowed.
    init?(_ text: String) {
        var segments: [Int] = []
        for part in text.split(scalar: ".", omittingEmptySubsequences: false) {
            guard let number = Self.number(ByteText.trimmed(String(part))) else { return nil }
            segments.append(number)
        }
        self.segments = segments
    }

    var count: Int { segments.count }

    /// Whether server templates compare it.
    var isForServers: Bool { count <= Self.serverLimit }

    /// Returns how `first` compares to `second`; nil if the result depends on a negative segment.
    static func compare(_ first: SemanticVersion, _ second: SemanticVersion) -> Int? {
        for index in 0..<max(first.count, second.count) {
            let left = index < first.count ? first.segments[index] : 0
            let right = index < second.count ? second.segments[index] : 0
            guard left >= 0, right >= 0 else { return nil }
            if left != right { return left < right ? -1 : 1 }
        }
        return 0
    }

    private static func number(_ text: String) -> Int? {
        var digits = text[...]
        let isNegative = digits.hasScalarPrefix("-")
        if isNegative || digits.hasScalarPrefix("+") { digits = Substring(digits.unicodeScalars.dropFirst()) }
        guard !digits.isEmpty, digits.utf8.allSatisfy(\.isASCIIDigit) else { return nil }
        // A number that does not fit in an `Int` is larger than any other.
        let value = Int(digits) ?? .max
        return isNegative ? -value : value
    }
}
