/// Lengths of time as people write them: `250ms`, `30s`, `5m`, `2h`, `1d`, `1h30m`.
package enum DurationText {
    private static let units: [(suffix: String, milliseconds: Int64)] = [
        ("ms", 1), ("s", 1000), ("m", 60_000), ("h", 3_600_000), ("d", 86_400_000), ("w", 604_800_000),
    ]

    /// Returns the length that `text` states; nil if it is not a length. A number without a unit is refused.
    package static func duration(from text: String) -> Duration? {
        var total: Int64 = 0
        var rest = Substring(text)
        guard !rest.isEmpty else { return nil }
        while !rest.isEmpty {
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            rest = rest.dropFirst(digits.count)
            let letters = rest.prefix { $0.isLetter }
            rest = rest.dropFirst(letters.count)
            guard let count = Int64(digits), let unit = units.first(where: { $0.suffix == letters }) else {
                return nil
            }
            let (part, overflow) = count.multipliedReportingOverflow(by: unit.milliseconds)
            let (sum, sumOverflow) = total.addingReportingOverflow(part)
            guard !overflow, !sumOverflow else { return nil }
            total = sum
        }
        return .milliseconds(total)
    }

    /// Returns the length in its largest two units, rounded down: `850ms`, `4s`, `3m12s`, `2h`, `5d4h`.
    package static func text(of duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        guard seconds >= 0, attoseconds >= 0 else {
            // The smallest number of seconds cannot be negated, so the next one is used, which makes no visible
            // difference.
            let opposite = Duration(
                secondsComponent: seconds == .min ? .max : -seconds, attosecondsComponent: -attoseconds)
            return "-" + text(of: opposite)
        }
        guard seconds > 0 else { return "\(attoseconds / 1_000_000_000_000_000)ms" }
        let parts = [
            (seconds / 86400, "d"), (seconds / 3600 % 24, "h"), (seconds / 60 % 60, "m"), (seconds % 60, "s"),
        ]
        let shown = parts.drop { $0.0 == 0 }.prefix(2).filter { $0.0 > 0 }
        return shown.map { "\($0.0)\($0.1)" }.joined()
    }
}

extension Duration {
    /// The length in seconds, fractions included.
    package var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}
