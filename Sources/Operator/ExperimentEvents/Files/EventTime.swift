import ExperimentsSupport
import Foundation

/// Times as files of events write them.
enum EventTime {
    static let expected = "a time such as 2026-03-01T09:30:00Z, or seconds or milliseconds since 1970"

    /// A time of RFC 3339, one as databases print it (in UTC, where no offset is given), a day, or a number of seconds or
    /// milliseconds since 1970.
    static func date(_ text: String) -> Date? {
        if let date = RFC3339.date(from: text) { return date }
        if let number = NumberText.double(text) {
            guard number.isFinite, abs(number) < 1e14 else { return nil }
            // 1e11 seconds are the year 5138, as milliseconds they are March 1973.
            return Date(timeIntervalSince1970: abs(number) < 1e11 ? number : number / 1000)
        }
        var words = text
        if let space = words.firstIndex(of: " ") { words.replaceSubrange(space...space, with: "T") }
        if words.hasSuffix(" UTC") { words.removeLast(4) }
        if words.count == 10 { words += "T00:00:00" }
        return RFC3339.date(from: words) ?? RFC3339.date(from: words + "Z")
    }
}
