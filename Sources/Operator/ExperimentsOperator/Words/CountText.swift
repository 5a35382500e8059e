import Foundation

/// Counts and lengths of time as people read them.
package enum CountText {
    /// Returns a count with its noun: `1 key`, `3 keys`.
    ///
    /// - Parameter plural: the noun for any count other than one; by default, `noun` with an `s`.
    package static func count(_ count: Int, _ noun: String, _ plural: String? = nil) -> String {
        "\(count) \(count == 1 ? noun : plural ?? noun + "s")"
    }

    /// Returns a count with separators: `100,000`.
    package static func grouped(_ count: Int) -> String {
        let digits = Array(String(count.magnitude).utf8)
        var text: [UInt8] = count < 0 ? [UInt8(ascii: "-")] : []
        for (place, digit) in digits.enumerated() {
            if place > 0, (digits.count - place).isMultiple(of: 3) { text.append(UInt8(ascii: ",")) }
            text.append(digit)
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Returns the time between two moments in its largest unit: `3 minutes`, `41 days`.
    package static func age(from start: Date, to end: Date) -> String {
        let seconds = Int(max(0, min(end.timeIntervalSince(start), 1e12)))
        let (count, unit): (Int, String) =
            switch seconds {
            case ..<60: (seconds, "second")
            case ..<3600: (seconds / 60, "minute")
            case ..<172_800: (seconds / 3600, "hour")
            default: (seconds / 86400, "day")
            }
        return self.count(count, unit)
    }
}
