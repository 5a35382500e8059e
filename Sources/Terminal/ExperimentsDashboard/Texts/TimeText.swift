import ExperimentsCore
import ExperimentsOperator
import ExperimentsTerminalUI
import Foundation

/// Formats times for the screen.
enum TimeText {
    /// Returns the time from one date to another: `now`, `4s`, `3m`, `2h`, `5d`.
    static func age(from: Date, to: Date) -> String {
        let seconds = Int(to.timeIntervalSince(from).rounded())
        switch seconds {
        case ..<1: return "now"
        case ..<60: return "\(seconds)s"
        case ..<3600: return "\(seconds / 60)m"
        case ..<86400: return "\(seconds / 3600)h"
        default: return "\(seconds / 86400)d"
        }
    }

    /// Returns the time since a date: `now`, `42s ago`.
    static func ago(_ date: Date, now: Date) -> String {
        let age = age(from: date, to: now)
        return age == "now" ? age : age + " ago"
    }

    /// Returns the time since a date for a sentence: `a moment ago`, `42s ago`.
    static func agoInWords(_ date: Date, now: Date) -> String {
        let time = ago(date, now: now)
        return time == "now" ? "a moment ago" : time
    }

    /// Returns the time until a date, to within a twentieth or better: `now`, `28s`, `3m12s`, `25m`, `1h59m`, `5d4h`.
    static func wait(from: Date, until: Date) -> String {
        let seconds = Int64(min(until.timeIntervalSince(from).rounded(), 1e12))
        func rounded(to unit: Int64) -> Int64 { (seconds + unit / 2) / unit * unit }
        switch seconds {
        case ..<1: return "now"
        case ..<600: return DurationText.text(of: .seconds(seconds))
        case ..<86370: return DurationText.text(of: .seconds(rounded(to: 60)))
        default: return DurationText.text(of: .seconds(rounded(to: 3600)))
        }
    }

    /// Returns the time of day: `09:30:00`.
    static func timeOfDay(_ date: Date, in localTime: LocalTime) -> String {
        localTime.civil(date).timeText
    }

    /// Returns the date: `2026-03-01`.
    static func date(_ date: Date, in localTime: LocalTime) -> String {
        localTime.civil(date).dateText
    }

    /// Returns the date and time: `2026-03-01 09:30:00`.
    static func dateAndTime(_ date: Date, in localTime: LocalTime) -> String {
        let civil = localTime.civil(date)
        return civil.dateText + " " + civil.timeText
    }

    /// Returns a size in bytes: `812 B`, `4.1 kB`, `2.0 MB`.
    static func size(_ bytes: Int) -> String {
        func decimal(_ tenths: Int, _ unit: String) -> String { "\(tenths / 10).\(tenths % 10) \(unit)" }
        switch bytes {
        case ..<1000: return "\(bytes) B"
        case ..<1_000_000: return decimal((bytes + 50) / 100, "kB")
        default: return decimal((bytes + 50000) / 100_000, "MB")
        }
    }

    /// Returns a short duration: `850µs`, `12ms`, `1.2s`.
    static func duration(_ duration: Duration) -> String {
        let microseconds = Int(duration.inSeconds * 1_000_000)
        switch microseconds {
        case ..<1000: return "\(microseconds)µs"
        case ..<1_000_000: return "\(microseconds / 1000)ms"
        case ..<60_000_000: return "\(microseconds / 1_000_000).\(microseconds / 100_000 % 10)s"
        default: return DurationText.text(of: .seconds(microseconds / 1_000_000))
        }
    }
}

extension KeyStatus {
    /// The role for a status, which decides its color.
    var role: Role {
        switch self {
        case .ok: .ok
        case .missing: .missing
        case .incorrect: .incorrect
        case .override: .override
        case .default: .default
        case .undeclared: .undeclared
        case .unknown: .unknown
        }
    }
}

// The sentences about failed fetches.
extension TimeText {
    /// Returns how often fetches have failed, when the next one is, and why then; nil if the last fetch succeeded.
    static func retries(_ state: DashboardState) -> String? {
        guard state.history.fetches.last?.failure != nil else { return nil }
        let count = state.history.fetches.failuresInARow
        let failed = count == 1 ? "the last fetch failed" : "the last \(count) fetches failed"
        if state.isBusy { return failed + "; retrying now" }
        if state.history.isPaused { return failed + "; no retry while paused" }
        guard let next = state.fetching.schedule.nextFetchAt else {
            let key = state.project.keyMap.keys(for: .refetch).first.map { ", \($0) retries" } ?? ""
            return failed + "; no automatic retry" + key
        }
        let wait = wait(from: state.now, until: next)
        let time = timeOfDay(next, in: state.project.localTime)
        return "\(failed); next try \(wait == "now" ? "now" : "in \(wait)") at \(time)\(reason(state, count))"
    }

    private static func reason(_ state: DashboardState, _ count: Int) -> String {
        if state.fetching.schedule.isAskedToWait { return ", as requested by the source" }
        guard count > 1 else { return "" }
        let longest = DurationText.text(of: RefreshSchedule.longestWait)
        return ": the wait doubles with each failure, up to \(longest)"
    }
}
