import Foundation

/// The offset of clocks from UTC, which changes with the seasons in many places.
package enum LocalTime: Sendable, Hashable {
    /// The offset of this machine's clock, including its variable `TZ`.
    case system
    /// The offset in a time zone.
    case zone(TimeZone)
    /// A constant offset, in seconds east of UTC.
    case fixed(Int)

    /// Universal time.
    package static let utc = LocalTime.fixed(0)

    /// Returns the offset from UTC at `date`, in seconds east.
    package func offset(at date: Date) -> Int {
        switch self {
        case .fixed(let offset): return offset
        case .zone(let zone): return zone.secondsFromGMT(for: date)
        case .system:
            // The system's own call also understands values that Foundation does not, such as `TZ=CET-1CEST`.
            var seconds = time_t(date.timeIntervalSince1970.rounded(.down).clamped)
            var local = tm()
            return localtime_r(&seconds, &local) == nil ? 0 : local.tm_gmtoff
        }
    }

    /// Returns the date and time that clocks show at `date`.
    package func civil(_ date: Date) -> CivilTime {
        CivilTime(secondsSince1970: shown(at: date))
    }

    /// Returns the hour and the minute of a time of day such as `18:00` or `9:30`; nil for any other text.
    package static func timeOfDay(_ text: String) -> (hour: Int, minute: Int)? {
        let parts = text.split(scalar: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, (1...2).contains(parts[0].utf8.count), parts[1].utf8.count == 2,
            parts.allSatisfy({ $0.utf8.allSatisfy(\.isASCIIDigit) }),
            let hour = Int(parts[0]), let minute = Int(parts[1]), hour < 24, minute < 60
        else { return nil }
        return (hour, minute)
    }

    /// Returns the next moment at which clocks show a time of day. If they skip that time, it is the moment at which
    /// they are set forward.
    package func next(hour: Int, minute: Int, after now: Date) -> Date {
        let wanted = Int64(hour * 3600 + minute * 60)
        let today = shown(at: now).dividedFloored(by: 86400).quotient
        // Yesterday counts, too, because clocks that are set back at midnight show its last hour again.
        let found = (today - 1...today + 2).flatMap { moments(showing: $0 * 86400 + wanted) }
        return found.filter { $0 > now }.min() ?? now + 86400
    }

    /// Returns the moment of a day in local time, `2026-05-12`, which means its beginning, or of a day and a time of day,
    /// `2026-05-12 18:00` or `2026-05-12T18:00:30`; nil for any other text. A time of day may state its own offset, also
    /// without minutes: `2026-05-12T18:00Z`, `2026-05-12T18:00+02`.
    package func date(of text: String) -> Date? {
        let parts = text.unicodeScalars.split(maxSplits: 1) { $0 == " " || $0 == "T" }.map { String($0) }
        guard let day = parts.first, day.utf8.count == 10 else { return nil }
        let clock = parts.count == 2 ? parts[1] : "00:00"
        let offset = clock.unicodeScalars.drop { $0 == ":" || $0.isASCIIDigit }
        let time = String(clock.unicodeScalars[..<offset.startIndex])
        let seconds = time.utf8.count == 8 ? "" : ":00"
        let zone = offset.isEmpty ? "Z" : Self.wholeOffset(String(offset))
        guard let shown = RFC3339.date(from: "\(day)T\(time)\(seconds)\(zone)") else { return nil }
        return offset.isEmpty ? date(showing: Int64(shown.timeIntervalSince1970)) : shown
    }

    /// Returns an offset in the form that RFC 3339 requires: `+02:00` for `+02` and `+0200`. Returns any other text
    /// unchanged.
    private static func wholeOffset(_ text: String) -> String {
        switch text.utf8.count {
        case 3: text + ":00"
        case 5: text.prefix(3) + ":" + text.suffix(2)
        default: text
        }
    }

    /// Returns the first moment at which clocks show a date and time. If they skip it, it is the moment at which they
    /// are set forward.
    ///
    /// - Parameter shown: the date and time that clocks show, as seconds since 1970-01-01T00:00:00.
    package func date(showing shown: Int64) -> Date {
        if case .fixed(let offset) = self { return Date(secondsSince1970: shown - Int64(offset)) }
        return moments(showing: shown).first ?? Date(secondsSince1970: shown - Int64(offset(after: shown)))
    }

    /// Returns the moments at which clocks show a date and time: one, two if they are set back past it, or, if they are
    /// set forward past it, the moment at which that happens.
    ///
    /// - Parameter shown: the date and time that clocks show, as seconds since 1970-01-01T00:00:00.
    private func moments(showing shown: Int64) -> [Date] {
        // No clock differs from UTC by a whole day.
        var (before, after) = (shown - 86400, shown + 86400)
        let (first, last) = (offset(after: before), offset(after: after))
        guard first != last else { return [Date(secondsSince1970: shown - Int64(first))] }
        while after - before > 1 {
            let middle = (before + after) / 2
            if offset(after: middle) == first { before = middle } else { after = middle }
        }
        let found =
            [shown - Int64(first)].filter { $0 < after } + [shown - Int64(last)].filter { $0 >= after }
        // If a whole day is left out, as happened in Samoa, the time of day is that of the next day.
        if found.isEmpty, last - first < 43200 { return [Date(secondsSince1970: after)] }
        return found.map(Date.init(secondsSince1970:))
    }

    private func offset(after seconds: Int64) -> Int { offset(at: Date(secondsSince1970: seconds)) }

    private func shown(at date: Date) -> Int64 {
        Int64(date.timeIntervalSince1970.rounded(.down).clamped) + Int64(offset(at: date))
    }
}

extension Date {
    fileprivate init(secondsSince1970 seconds: Int64) { self.init(timeIntervalSince1970: Double(seconds)) }
}

extension Double {
    /// The value within the range of calendars and integers.
    fileprivate var clamped: Double { isNaN ? 0 : Swift.min(Swift.max(self, -1e15), 1e15) }
}
