import ExperimentsSupport
import Foundation

/// Reads the times in files of events, as written by databases, spreadsheets, analytics and mail.
struct EventTime: Sendable {
    static let expected =
        "a time such as 2026-03-01T09:30:00Z, a day such as 2026-03-01, or a number of seconds, milliseconds, "
        + "microseconds or nanoseconds since 1970"
    /// The valid times of events, in seconds since 1970: the years 1990 to 2099.
    private static let years = 631_152_000.0..<4_102_444_800
    /// The valid times for numbers, from 2010. In this range the unit is unambiguous, and the number is not from
    /// another system's clock.
    private static let numberYears = 1_262_304_000.0..<4_102_444_800

    /// The clock for times without an offset.
    let clock: LocalTime
    /// The number of times without an offset.
    private(set) var withoutOffset = 0
    /// The number of times that clocks skip when summer time begins.
    private(set) var skipped = 0
    /// Whether all times so far are days.
    private(set) var areDays = true

    init(_ clock: LocalTime = .utc) { self.clock = clock }

    /// Returns the time in a text.
    ///
    /// - Throws: `EventFileProblem` without a line for any other text, and for a time before 1990.
    mutating func date(_ text: String) throws(EventFileProblem) -> Date {
        if let date = RFC3339.date(from: text) {
            areDays = false
            return try checked(date, text)
        }
        var scanner = EventTimeScanner(text)
        if let time = scanner.time() {
            if time.seconds % 86_400 != 0 { areDays = false }
            if let date = time.date { return try checked(date, text) }
            withoutOffset += 1
            return try checked(moment(showing: time.seconds) + time.fraction, text)
        }
        if let number = NumberText.double(text) {
            guard !Self.isRounded(text) else {
                throw Self.problem(
                    text,
                    advice:
                        "a spreadsheet has rounded it; format the column as a number without decimals before you save "
                        + "the file as CSV")
            }
            areDays = false
            return try date(number, text)
        }
        throw Self.problem(text, advice: Self.advice(for: text))
    }

    /// Returns the moment at which clocks show a time. If they skip it, it is as if they had not been set forward yet, as
    /// in RFC 5545.
    private mutating func moment(showing shown: Int64) -> Date {
        let date = clock.date(showing: shown)
        guard Int64(date.timeIntervalSince1970) + Int64(clock.offset(at: date)) != shown else { return date }
        skipped += 1
        return Date(timeIntervalSince1970: Double(shown - Int64(clock.offset(at: date - 1))))
    }

    private func date(_ number: Double, _ text: String) throws(EventFileProblem) -> Date {
        for unitsPerSecond in [1, 1e3, 1e6, 1e9] where Self.numberYears.contains(number / unitsPerSecond) {
            return Date(timeIntervalSince1970: number / unitsPerSecond)
        }
        for clock in OtherClock.all {
            let seconds = (number / clock.unitsPerSecond + clock.start).rounded()
            guard Self.years.contains(seconds) else { continue }
            let time = RFC3339.text(of: Date(timeIntervalSince1970: seconds)).dropLast()
            throw Self.problem(text, advice: "it looks like \(clock.name) for \(time); \(clock.remedy)")
        }
        throw Self.problem(text, advice: "as a number, it is not a time after 2010")
    }

    /// Returns whether a number was rounded to the six digits that spreadsheets show: `1.74091E+12`.
    private static func isRounded(_ text: String) -> Bool {
        let parts = text.utf8.split { $0 | 0x20 == UInt8(ascii: "e") }
        return parts.count == 2 && parts[0].count(where: \.isASCIIDigit) <= 6
    }

    private func checked(_ date: Date, _ text: String) throws(EventFileProblem) -> Date {
        guard date.timeIntervalSince1970 >= Self.years.lowerBound else {
            throw EventFileProblem(
                "`at` is \(Quotation.of(text)): no event of an experiment is from before 1990",
                advice: "systems often write unknown times as 0 or 1970")
        }
        return date
    }

    /// A clock whose numbers are not those of Unix.
    private struct OtherClock {
        let name: String
        let unitsPerSecond: Double
        /// The time of its 0, in seconds since 1970.
        let start: Double
        var remedy = "export it as a time such as 2026-03-01T09:30:00Z"

        static let all = [
            OtherClock(
                name: "a spreadsheet's number", unitsPerSecond: 1 / 86400, start: -2_209_161_600,
                remedy: "format the column as yyyy-mm-dd hh:mm:ss before you save the file as CSV"),
            OtherClock(name: "Core Data's seconds since 2001", unitsPerSecond: 1, start: 978_307_200),
            OtherClock(name: ".NET's ticks", unitsPerSecond: 1e7, start: -62_135_596_800),
            OtherClock(name: "Windows' file time", unitsPerSecond: 1e7, start: -11_644_473_600),
            OtherClock(name: "WebKit's microseconds since 1601", unitsPerSecond: 1e6, start: -11_644_473_600),
        ]
    }

    private static func problem(_ text: String, advice: String?) -> EventFileProblem {
        EventFileProblem("`at` is \(Quotation.of(text)): expected \(expected)", advice: advice)
    }

    /// Returns advice for dates such as 3/2/2025 and 02-MAR-25, whose parts are ambiguous, and for names of time zones
    /// that several places share.
    private static func advice(for text: String) -> String? {
        let words = text.split(scalar: " ")
        let parts = (words.first ?? "").utf8.prefix { $0 != UInt8(ascii: "T") }
            .split(omittingEmptySubsequences: false) { [0x2F, 0x2E, 0x2D].contains($0) }
        if parts.count == 3,
            parts.allSatisfy({ (1...4).contains($0.count) && $0.allSatisfy(\.isASCIIDigit) }),
            parts[0].count < 4
        {
            return "write the year first, then the month, then the day: 2026-03-01"
        }
        if parts.count == 3, parts[1].allSatisfy(\.isASCIILetter), parts[2].count == 2 {
            return "write the year with four digits"
        }
        if words.first?.utf8.prefix(3).contains(UInt8(ascii: ":")) == true {
            return "write the day before the time, in the same column: 2026-03-01 09:30:00"
        }
        guard let zone = words.last, words.count > 1, (2...5).contains(zone.utf8.count),
            zone.utf8.allSatisfy(\.isASCIILetter), !zone.hasSuffix("M")
        else { return nil }
        return "write the offset from UTC instead of \(Quotation.of(String(zone))): 2026-03-01 09:30:00-08:00"
    }
}
