import Foundation

/// How far clocks are from UTC, which changes with the seasons in many places.
package enum LocalTime: Sendable, Hashable {
    /// As this machine's clocks, and its variable `TZ`, say.
    case system
    /// As in a time zone.
    case zone(TimeZone)
    /// Always as far, in seconds east.
    case fixed(Int)

    /// Universal time.
    package static let utc = LocalTime.fixed(0)

    /// What clocks are ahead of UTC at `date`, in seconds.
    package func offset(at date: Date) -> Int {
        switch self {
        case .fixed(let offset): return offset
        case .zone(let zone): return zone.secondsFromGMT(for: date)
        case .system:
            // The system's own call also knows what Foundation does not, such as `TZ=CET-1CEST`.
            var seconds = time_t(date.timeIntervalSince1970.rounded(.down).clamped)
            var local = tm()
            return localtime_r(&seconds, &local) == nil ? 0 : local.tm_gmtoff
        }
    }

    /// What clocks show at `date`.
    package func civil(_ date: Date) -> CivilTime {
        CivilTime(secondsSince1970: shown(at: date))
    }

    /// The next moment at which clocks show a time of day. Where they are put forward past it, that is when they are.
    package func next(hour: Int, minute: Int, after now: Date) -> Date {
        let wanted = Int64(hour * 3600 + minute * 60)
        let today = shown(at: now).dividedFloored(by: 86400).quotient
        // Yesterday counts, too: clocks that are put back at midnight show its last hour again.
        let found = (today - 1...today + 2).flatMap { moments(showing: $0 * 86400 + wanted) }
        return found.filter { $0 > now }.min() ?? now + 86400
    }

    /// When clocks show a date and time: once, twice where they are put back past it, or never, where they are put
    /// forward past it; then when they are.
    ///
    /// - Parameter shown: in seconds since 1970-01-01T00:00:00, as clocks show them.
    private func moments(showing shown: Int64) -> [Date] {
        // No clock is a day from UTC.
        var (before, after) = (shown - 86400, shown + 86400)
        let (first, last) = (offset(after: before), offset(after: after))
        guard first != last else { return [Date(secondsSince1970: shown - Int64(first))] }
        while after - before > 1 {
            let middle = (before + after) / 2
            if offset(after: middle) == first { before = middle } else { after = middle }
        }
        let found = [shown - Int64(first)].filter { $0 < after } + [shown - Int64(last)].filter { $0 >= after }
        // Where a whole day is left out, as once in Samoa, the time of day is next day's.
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
    /// Within what calendars and integers can take.
    fileprivate var clamped: Double { isNaN ? 0 : Swift.min(Swift.max(self, -1e15), 1e15) }
}
