import ExperimentsCore
import Foundation

/// Reads the header `Retry-After` (RFC 9110, 10.2.3), with which a server says for how long it wants no more requests:
/// a number of seconds, or a date. RFC 3339 dates are accepted, too, because OFREP shows them in its examples.
package enum RetryAfter {
    /// The longest wait that is respected, in seconds. A longer one, such as a date in another year, is probably a
    /// mistake.
    package static let longest: TimeInterval = 24 * 3600

    /// Returns the seconds to wait, at most `longest`; nil if the header is absent or cannot be read.
    ///
    /// A date is compared with the `Date` header of the answer if there is one, so that a wrong clock on either side
    /// does no harm.
    package static func seconds(in headers: HeaderFields, now: Date) -> TimeInterval? {
        asked(in: headers, now: now).map { min($0, longest) }
    }

    /// Returns a clause saying that the server asks for a longer wait than is respected: `it asks to be left alone for
    /// 3650d, of which 1d is kept to`. Nil if it asks for less than an hour more than `longest`.
    package static func exaggeration(in headers: HeaderFields, now: Date) -> String? {
        guard let asked = asked(in: headers, now: now), asked >= longest + 3600 else { return nil }
        func text(_ seconds: TimeInterval) -> String { DurationText.text(of: .seconds(seconds.rounded())) }
        let length = asked > 100 * 365 * 86400 ? "more than a century" : text(asked)
        return "it asks to be left alone for \(length), of which \(text(longest)) is kept to"
    }

    private static func asked(in headers: HeaderFields, now: Date) -> TimeInterval? {
        guard let text = headers["retry-after"]?.trimmingCharacters(in: .whitespaces), !text.isEmpty else { return nil }
        if text.utf8.allSatisfy(\.isASCIIDigit) {
            return Double(text) ?? .infinity
        }
        guard let date = HTTPDate.date(from: text) ?? RFC3339.date(from: text) else { return nil }
        let serverNow = headers["date"].flatMap(HTTPDate.date) ?? now
        return max(date.timeIntervalSince(serverNow), 0)
    }
}
