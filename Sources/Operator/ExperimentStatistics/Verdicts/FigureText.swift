import Foundation

/// Numbers as verdicts name them.
package enum FigureText {
    /// Returns a share with its sign: `+6.4%`.
    package static func signedPercent(_ share: Double) -> String {
        guard share.isFinite else {
            return share.isNaN ? "unknown" : share > 0 ? "no upper bound" : "no lower bound"
        }
        return (share > 0 ? "+" : "") + plain(share * 100) + "%"
    }

    /// Returns a difference of shares with its sign, in percentage points: `+0.64 pp`.
    package static func signedPoints(_ difference: Double) -> String {
        signed(difference * 100) + (difference.isFinite ? " pp" : "")
    }

    /// Returns a share: `6.4%`.
    package static func percent(_ share: Double) -> String { plain(share * 100) + "%" }

    /// Returns a share with three digits, for figures that are compared with each other: `6.41%`.
    package static func precisePercent(_ share: Double) -> String { precise(share * 100) + "%" }

    /// Returns a probability in percent, which is never shown as certain: `97%`, `> 99.9%`.
    package static func chance(_ share: Double) -> String {
        if share > 0.999 { return "> 99.9%" }
        if share < 0.001 { return "< 0.1%" }
        // Two digits would make 100% of 99.6%.
        return share > 0.99 ? precisePercent(share) : percent(share)
    }

    /// Returns a difference with its sign, in the metric's own unit: `+0.012`.
    package static func signed(_ value: Double) -> String {
        guard value.isFinite else {
            return value.isNaN ? "unknown" : value > 0 ? "no upper bound" : "no lower bound"
        }
        return (value > 0 ? "+" : "") + plain(value)
    }

    /// Returns a number with its noun: `1 user`, `1,200 users`.
    package static func count(_ count: Int, _ noun: String, _ plural: String? = nil) -> String {
        grouped(count) + " " + (count == 1 ? noun : plural ?? noun + "s")
    }

    /// Returns whole days, or hours if it is less than one day: `9 days`, `20 hours`.
    package static func days(_ days: Double) -> String {
        if days < 1 { return count(max(1, Int(nearest: (days * 24).rounded(.up))), "hour") }
        return count(Int(nearest: days.rounded(.up)), "day")
    }

    /// Returns a number with separators: `12,345`.
    package static func grouped(_ count: Int) -> String {
        var text = ""
        for (place, digit) in String(count.magnitude).reversed().enumerated() {
            if place > 0, place % 3 == 0 { text.append(",") }
            text.append(digit)
        }
        return (count < 0 ? "-" : "") + String(text.reversed())
    }

    /// Returns two significant digits, but all digits before the point: `0.0012`, `6.4`, `120`.
    package static func plain(_ value: Double) -> String { text(value, digits: 2) }

    /// Returns three significant digits, but all digits before the point: `0.00123`, `6.41`, `120`.
    package static func precise(_ value: Double) -> String { text(value, digits: 3) }

    private static func text(_ value: Double, digits count: Int) -> String {
        guard value.isFinite else { return value.isNaN ? "unknown" : value > 0 ? "infinite" : "-infinite" }
        let size = abs(value)
        if size >= 1e15 || size > 0 && size < 1e-6 { return String(format: "%.1e", value) }
        let digits = size == 0 ? 0 : min(8, max(0, count - 1 - Int(log10(size).rounded(.down))))
        var text = String(format: "%.*f", digits, value)
        if digits > 0 {
            while text.last == "0" { text.removeLast() }
            if text.last == "." { text.removeLast() }
        }
        // A minus before nothing is none.
        return text.contains { ("1"..."9").contains($0) }
            ? text : text.replacingOccurrences(of: "-", with: "")
    }
}
