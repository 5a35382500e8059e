import ExperimentsCore
import ExperimentsSupport
import Foundation

/// Reads and writes dates as HTTP has them: `Sun, 06 Nov 1994 08:49:37 GMT` (IMF-fixdate, RFC 9110, 5.6.7).
///
/// The Foundation of Swift 6.3 for Linux has no such format, and a `DateFormatter` takes 6 ms to read its first date.
public enum HTTPDate {
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    /// Beginning with that of 1 January 1970.
    private static let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]

    /// The time that `text` names; nil if it is not in this form, which is the only one that servers may send.
    public static func date(from text: String) -> Date? {
        let parts = text.split(scalar: " ")
        guard parts.count == 6, parts[0].hasScalarSuffix(","), parts[5] == "GMT",
            let month = months.firstIndex(of: String(parts[2])), parts[1].count == 2, parts[3].count == 4
        else { return nil }
        let monthText = month < 9 ? "0\(month + 1)" : "\(month + 1)"
        return RFC3339.date(from: "\(parts[3])-\(monthText)-\(parts[1])T\(parts[4])Z")
    }

    /// The time as text, rounded down to a second.
    public static func text(of date: Date) -> String {
        let seconds = Int64(date.timeIntervalSince1970.rounded(.down))
        let civil = CivilTime(secondsSince1970: seconds)
        let days = Int((Double(seconds) / 86400).rounded(.down))
        let weekday = weekdays[(days % 7 + 7) % 7]
        let day = civil.day < 10 ? "0\(civil.day)" : "\(civil.day)"
        return "\(weekday), \(day) \(months[civil.month - 1]) \(civil.year) \(civil.timeText) GMT"
    }
}
