import ExperimentsCore
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

    /// Returns the time in `text`; nil if it does not have this format, which is the only one that servers may send.
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

/// Reads the header `Retry-After` (RFC 9110, 10.2.3), with which a server asks clients to wait: a number of seconds, or
/// a date. RFC 3339 dates are also accepted, because the examples of OFREP contain them.
extension RetryWait {
    /// The longestAsked wait that is respected, in seconds. A longer one, such as a date in another year, is probably a
    /// mistake.
    package static let longestAsked: TimeInterval = 24 * 3600

    /// Returns the seconds to wait, at most `longest`; nil if the header is absent or cannot be read.
    ///
    /// A date is compared with the `Date` header of the response if there is one, so that a wrong clock on either side
    /// does not matter.
    package static func seconds(in headers: HeaderFields, now: Date) -> TimeInterval? {
        asked(in: headers, now: now).map { min($0, longestAsked) }
    }

    /// Returns a clause for a server that asks for a longer wait than is respected: `it asks to wait for 3650d; waiting
    /// for 1d`. Nil if it asks for less than an hour more than `longest`.
    package static func exaggeration(in headers: HeaderFields, now: Date) -> String? {
        guard let asked = asked(in: headers, now: now), asked >= longestAsked + 3600 else { return nil }
        func text(_ seconds: TimeInterval) -> String { DurationText.text(of: .seconds(seconds.rounded())) }
        let length = asked > 100 * 365 * 86400 ? "more than a century" : text(asked)
        return "it asks to wait for \(length); waiting for \(text(longestAsked))"
    }

    private static func asked(in headers: HeaderFields, now: Date) -> TimeInterval? {
        guard let text = headers["retry-after"]?.trimmingCharacters(in: .whitespaces), !text.isEmpty else {
            return nil
        }
        if text.utf8.allSatisfy(\.isASCIIDigit) { return Double(text) ?? .infinity }
        guard let date = HTTPDate.date(from: text) ?? RFC3339.date(from: text) else { return nil }
        let serverNow = headers["date"].flatMap(HTTPDate.date) ?? now
        return max(date.timeIntervalSince(serverNow), 0)
    }
}

/// Computes the wait after failures of a server, which may itself ask for a wait.
///
/// - It is never shorter than the server asks for.
/// - It is at least a second, doubled by each consecutive failure, regardless of what the server asks for, so that a
///   faulty or hostile server cannot make its clients send requests without a pause.
/// - A random part is added, so that clients that were refused at the same time do not retry at the same time.
package enum RetryWait {
    /// The shortest wait after the first failure, in seconds.
    package static let shortest: TimeInterval = 1
    /// The maximum number of seconds that are added to a wait at random.
    package static let mostSpread: TimeInterval = 60

    /// Returns the seconds to wait.
    ///
    /// - Parameters:
    ///   - asked: the seconds that the server asks for.
    ///   - failures: the number of failures in a row, including this one.
    ///   - longest: the maximum number of seconds that doubling reaches.
    ///   - fraction: a random number from 0 up to 1.
    package static func seconds(
        asked: TimeInterval, failures: Int, longest: TimeInterval, fraction: Double
    ) -> TimeInterval {
        let doubled = shortest * exp2(Double(min(max(failures - 1, 0), 30)))
        let wait = max(asked, min(doubled, max(longest, shortest)))
        return wait + min(max(wait / 10, shortest), mostSpread) * fraction
    }

    /// Returns the wait before a request that failed with a server error (5xx) is sent once more: half a second to one
    /// and a half.
    ///
    /// - Parameter fraction: a random number from 0 up to 1.
    package static func beforeSecondTry(fraction: Double) -> Duration {
        .seconds(shortest * (0.5 + fraction))
    }
}
