import ExperimentsSupport
import Foundation

/// Reads the times in files of events: as databases, spreadsheets, analytics and mail write them.
struct EventTime: Sendable {
    static let expected =
        "a time such as 2026-03-01T09:30:00Z, a day such as 2026-03-01, or a number of seconds, milliseconds, "
        + "microseconds or nanoseconds since 1970"
    /// The times of events, in seconds since 1970: the years 1990 to 2099. Within them, no number can be taken for another unit.
    private static let years = 631_152_000.0..<4_102_444_800
    /// The same years as a spreadsheet counts days.
    private static let spreadsheetDays = 32_874.0..<73_051
    /// The spreadsheet's day of 1970-01-01.
    private static let spreadsheetEpoch = 25_569.0

    /// The clock that times without an offset were read from.
    let clock: LocalTime
    /// The number of times that had no offset.
    private(set) var withoutOffset = 0

    init(_ clock: LocalTime = .utc) { self.clock = clock }

    /// Returns the time that a text states.
    ///
    /// - Throws: `EventFileProblem` without a line for any other text, and for a time before 1990.
    mutating func date(_ text: String) throws(EventFileProblem) -> Date {
        if let date = RFC3339.date(from: text) { return try checked(date, text) }
        var scanner = EventTimeScanner(text)
        if let time = scanner.time() {
            if let date = time.date { return try checked(date, text) }
            withoutOffset += 1
            return try checked(clock.date(showing: time.seconds) + time.fraction, text)
        }
        if let number = NumberText.double(text) { return try date(number, text) }
        throw Self.problem(text, advice: Self.advice(for: text))
    }

    private func date(_ number: Double, _ text: String) throws(EventFileProblem) -> Date {
        for unitsPerSecond in [1, 1e3, 1e6, 1e9] where Self.years.contains(number / unitsPerSecond) {
            return Date(timeIntervalSince1970: number / unitsPerSecond)
        }
        guard Self.spreadsheetDays.contains(number) else {
            throw Self.problem(text, advice: "as a number, that is no time after 1990")
        }
        let day = Date(timeIntervalSince1970: ((number - Self.spreadsheetEpoch) * 86400).rounded())
        throw Self.problem(
            text,
            advice: "it looks like a spreadsheet's number for \(RFC3339.text(of: day).dropLast()); "
                + "format the column as yyyy-mm-dd hh:mm:ss before you save the file as CSV")
    }

    private func checked(_ date: Date, _ text: String) throws(EventFileProblem) -> Date {
        guard date.timeIntervalSince1970 >= Self.years.lowerBound else {
            throw EventFileProblem(
                "'at' is \(Quotation.of(text)): no event of an experiment is from before 1990",
                advice: "a time that a system does not know is often written as 0 or 1970")
        }
        return date
    }

    private static func problem(_ text: String, advice: String?) -> EventFileProblem {
        EventFileProblem("'at' is \(Quotation.of(text)): expected \(expected)", advice: advice)
    }

    /// What to do about dates such as 3/2/2025, whose month and day can be read in two ways.
    private static func advice(for text: String) -> String? {
        let parts = text.utf8.prefix { $0 != 0x20 && $0 != UInt8(ascii: "T") }
            .split(omittingEmptySubsequences: false) { [0x2F, 0x2E, 0x2D].contains($0) }
        let areNumbers = parts.allSatisfy { (1...4).contains($0.count) && $0.allSatisfy(\.isASCIIDigit) }
        return parts.count == 3 && areNumbers
            ? "write the year first, then the month, then the day, each in full: 2026-03-01" : nil
    }
}
