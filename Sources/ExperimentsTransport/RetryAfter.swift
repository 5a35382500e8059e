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
        guard let text = headers["retry-after"]?.trimmingCharacters(in: .whitespaces), !text.isEmpty else { return nil }
        if text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
            return min(Double(text) ?? longest, longest)
        }
        guard let date = HTTPDate.date(from: text) else { return nil }
        let serverNow = headers["date"].flatMap(HTTPDate.date) ?? now
        return min(max(date.timeIntervalSince(serverNow), 0), longest)
    }
}
