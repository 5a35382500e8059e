import ExperimentsCore
import Foundation

/// How long a server asks to be left alone: the `Retry-After` header, in seconds or as a date.
package enum RetryAfter {
    /// No wait is believed to be longer than this: a date far ahead is a mistake.
    package static let longest: TimeInterval = 24 * 3600

    /// The seconds to wait from now on, or nil if the header is absent or makes no sense.
    ///
    /// A date is measured against the answer's own `Date` header where there is one, so that a wrong clock on either
    /// side does no harm.
    package static func seconds(in headers: HeaderFields, now: Date) -> TimeInterval? {
        asked(in: headers, now: now).map { min($0, longest) }
    }

    /// That the server asks for more than anybody should believe, as a clause: `it asks to be left alone for 3650d, of
    /// which 1d is kept to`. Nil where it asks
    /// for no more than `longest`, or hardly more.
    package static func exaggeration(in headers: HeaderFields, now: Date) -> String? {
        guard let asked = asked(in: headers, now: now), asked >= longest + 3600 else { return nil }
        func text(_ seconds: TimeInterval) -> String { DurationText.text(of: .seconds(seconds.rounded())) }
        let length = asked > 100 * 365 * 86400 ? "more than a century" : text(asked)
        return "it asks to be left alone for \(length), of which \(text(longest)) is kept to"
    }

    private static func asked(in headers: HeaderFields, now: Date) -> TimeInterval? {
        guard let text = headers["retry-after"]?.trimmingCharacters(in: .whitespaces), !text.isEmpty else { return nil }
        if text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
            return Double(text) ?? .infinity
        }
        guard let date = HTTPDate.date(from: text) else { return nil }
        let serverNow = headers["date"].flatMap(HTTPDate.date) ?? now
        return max(date.timeIntervalSince(serverNow), 0)
    }
}
