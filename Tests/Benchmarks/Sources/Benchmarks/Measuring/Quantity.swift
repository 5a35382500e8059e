/// A measured amount, shown in the unit that suits it.
enum Quantity {
    case time(Duration)
    case bytes(Int)
    case count(Double)
    case percent(Double)

    /// `38 ns`, `4.2 ms`, `12.5 MB`, `0.04%`.
    var text: String {
        switch self {
        case .time(let duration): Self.text(of: duration)
        case .bytes(let bytes) where bytes < 100_000: "\(bytes) B"
        case .bytes(let bytes): Self.decimal(Double(bytes) / 1_000_000) + " MB"
        case .count(let count): count == count.rounded() ? String(Int(count)) : Self.decimal(count)
        case .percent(let percent): Self.decimal(percent) + "%"
        }
    }

    /// Whether this is no more than `other`; amounts of another kind do not compare.
    func isWithin(_ other: Quantity) -> Bool? {
        switch (self, other) {
        case (.time(let own), .time(let limit)): own <= limit
        case (.bytes(let own), .bytes(let limit)): own <= limit
        case (.count(let own), .count(let limit)): own <= limit
        case (.percent(let own), .percent(let limit)): own <= limit
        default: nil
        }
    }

    private static func text(of duration: Duration) -> String {
        let nanoseconds =
            Double(duration.components.seconds) * 1e9 + Double(duration.components.attoseconds) / 1e9
        return switch nanoseconds {
        case ..<1_000: decimal(nanoseconds) + " ns"
        case ..<1_000_000: decimal(nanoseconds / 1_000) + " µs"
        case ..<1_000_000_000: decimal(nanoseconds / 1_000_000) + " ms"
        default: decimal(nanoseconds / 1_000_000_000) + " s"
        }
    }

    /// Three significant digits at most, because the rest is noise.
    private static func decimal(_ value: Double) -> String {
        if value >= 100 { return String(Int(value.rounded())) }
        let scale = value >= 10 ? 10.0 : 100.0
        return String((value * scale).rounded() / scale)
    }
}
