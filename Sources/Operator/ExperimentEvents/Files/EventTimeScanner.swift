import ExperimentsSupport
import Foundation

/// A time as stated by a text.
struct StatedTime {
    /// The time on the calendar and the clock, as seconds since 1970-01-01T00:00:00.
    var seconds: Int64
    /// The part of a second beyond that.
    var fraction: Double
    /// The clock of the time; nil if the text does not have one.
    var clock: LocalTime?

    /// The moment; nil if the text has no offset from UTC.
    var date: Date? { clock.map { $0.date(showing: seconds) + fraction } }
}

/// Reads the dates and times of ISO 8601, in their long form and in the basic form without separators, and the formats
/// of databases, spreadsheets, web servers, mail and programming languages: `2025/3/2 9:00`, `2025-03-02-09.00.00`,
/// `02/Mar/2025:09:00:00 +0000`, `Sun, 02 Mar 2025 09:00:00 GMT`, `Mar 2, 2025, 9:00 AM`.
struct EventTimeScanner {
    private static let months = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
        "november",
        "december",
    ]
    private static let weekdays = [
        "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
    ]

    private var bytes: [UInt8]
    private var place = 0

    init(_ text: String) {
        let isPlain = text.utf8.allSatisfy { $0 < 0x80 }
        bytes = Array((isPlain ? text : text.withPlainBlanks).utf8)
    }

    /// Returns the time, if the whole text is one.
    mutating func time() -> StatedTime? {
        guard let day = calendarDay() ?? namedDay() else { return nil }
        var time = StatedTime(seconds: day * 86400, fraction: 0)
        guard place < bytes.count else { return time }
        // Between day and time is a T, a colon, a comma or blanks. The basic form may have nothing, and DB2 writes a
        // hyphen.
        let start = place
        if !skip("T"), !skip("t"), !skip(":"),
            !(place + 3 < bytes.count && bytes[place + 3] == UInt8(ascii: ".") && skip("-"))
        {
            _ = skip(",")
            skipBlanks()
        }
        guard place > start || place == 8, clock(into: &time) else { return nil }
        skipBlanks()
        guard place < bytes.count else { return time }
        time.clock = zone()
        return time.clock == nil ? nil : time
    }

    // MARK: Days, since 1970

    private mutating func calendarDay() -> Int64? {
        let start = place
        guard let year = number(4) else { return nil }
        let separator = ["-", "/", "."].first { skip($0) }
        if let month = separator == nil ? number(2) : upToTwoDigits(), separator.map({ skip($0) }) ?? true,
            let day = separator == nil ? number(2) : upToTwoDigits(),
            let found = Self.day(year, month: month, day: day)
        {
            return found
        }
        place = start
        return nil
    }

    /// Reads a day with the name of its month: `2 Mar 2025`, `02-MAR-2025` or `March 2, 2025`, optionally after the day
    /// of the week.
    private mutating func namedDay() -> Int64? {
        let start = place
        if word(of: Self.weekdays) != nil {
            _ = skip(",")
            skipBlanks()
        } else {
            place = start
        }
        if let day = upToTwoDigits() {
            guard let separator = [" ", "-", "/"].first(where: { skip($0) }),
                let month = word(of: Self.months),
                skip(separator), let year = number(4)
            else { return nil }
            return Self.day(year, month: month + 1, day: day)
        }
        guard let month = word(of: Self.months), skip(" ") else { return nil }
        skipBlanks()
        guard let day = upToTwoDigits() else { return nil }
        _ = skip(",")
        skipBlanks()
        return year().flatMap { Self.day($0, month: month + 1, day: day) }
    }

    /// Reads a year, which C and Java write at the end: `Sun Mar  2 09:00:00 UTC 2025`.
    private mutating func year() -> Int? {
        let start = place
        guard place + 2 < bytes.count, bytes[place + 2] == UInt8(ascii: ":") else { return number(4) }
        place = max(start, bytes.count - 5)
        guard skip(" "), let year = number(4) else { return nil }
        bytes.removeLast(5)
        // Go back to the blank before the time.
        place = start - 1
        return year
    }

    private static func day(_ year: Int, month: Int, day: Int) -> Int64? {
        guard (1...12).contains(month), day >= 1, day <= CivilTime.days(inMonth: month, of: year) else {
            return nil
        }
        return CivilTime.daysSince1970(year: year, month: month, day: day)
    }

    // MARK: Times of day

    private mutating func clock(into time: inout StatedTime) -> Bool {
        guard
            let hour = place + 1 < bytes.count && bytes[place + 1] == UInt8(ascii: ":")
                ? number(1) : number(2)
        else {
            return false
        }
        let separator = [":", "."].first { skip($0) }
        guard let minute = number(2), minute < 60 else { return false }
        var seconds = minute * 60
        let hasSeconds = separator.map { skip($0) } ?? (place < bytes.count && bytes[place].isASCIIDigit)
        if hasSeconds {
            // A leap second is the first second of the next minute.
            guard let second = number(2), second < 61 else { return false }
            seconds += second
            guard fraction(into: &time) else { return false }
        }
        guard let hour = hourOfDay(hour), hour < 24 else { return false }
        time.seconds += Int64(hour * 3600 + seconds)
        return true
    }

    private mutating func fraction(into time: inout StatedTime) -> Bool {
        guard skip(".") || skip(",") else { return true }
        let digits = bytes[place...].prefix(while: \.isASCIIDigit)
        guard !digits.isEmpty, let fraction = Double("0." + String(decoding: digits, as: UTF8.self)) else {
            return false
        }
        place = digits.endIndex
        time.fraction = fraction
        return true
    }

    /// Reads `AM` or `PM` after a time, if it is there.
    ///
    /// - Returns: the hour from 0; nil for an hour that does not exist on a 12-hour clock.
    private mutating func hourOfDay(_ hour: Int) -> Int? {
        let start = place
        skipBlanks()
        let rest = String(decoding: bytes[place...].prefix(4), as: UTF8.self).lowercased()
        guard let mark = ["a.m.", "p.m.", "am", "pm"].first(where: rest.hasPrefix) else {
            place = start
            return hour
        }
        place += mark.utf8.count
        guard (1...12).contains(hour) else { return nil }
        return hour % 12 + (mark.hasScalarPrefix("p") ? 12 : 0)
    }

    /// Reads the time zone after the time of day: `Z`, `UTC`, `+01`, `+0100`, `GMT+0100`, `+0000 UTC` or `Europe/Oslo`.
    private mutating func zone() -> LocalTime? {
        let name = String(decoding: bytes[place...], as: UTF8.self)
        if ["Z", "UTC", "GMT"].contains(name.uppercased()) { return .utc }
        if name.hasPrefix("GMT") || name.hasPrefix("UTC") { place += 3 }
        if let offset = offset() {
            // Go, Java and JavaScript repeat it as a name.
            let isName = bytes[place...].allSatisfy { $0.isASCIILetter || "[]/_() ".utf8.contains($0) }
            return isName ? .fixed(offset) : nil
        }
        guard name.utf8.contains(UInt8(ascii: "/")) else { return nil }
        return TimeZone(identifier: name).map(LocalTime.zone)
    }

    private mutating func offset() -> Int? {
        let isWest = skip("-")
        guard isWest || skip("+"), let hours = number(2), hours < 24 else { return nil }
        let isLong = skip(":")
        let minutes = number(2)
        guard !isLong || minutes != nil, minutes ?? 0 < 60 else { return nil }
        let seconds = hours * 3600 + (minutes ?? 0) * 60
        return isWest ? -seconds : seconds
    }

    // MARK: Pieces

    private mutating func number(_ digits: Int) -> Int? {
        let text = bytes[place...].prefix(digits)
        guard text.count == digits, text.allSatisfy(\.isASCIIDigit) else { return nil }
        place += digits
        return text.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }

    private mutating func upToTwoDigits() -> Int? { number(2) ?? number(1) }

    /// Reads a name or its first three letters or more, in any case.
    ///
    /// - Returns: its index among the names.
    private mutating func word(of names: [String]) -> Int? {
        let letters = bytes[place...].prefix(while: \.isASCIILetter)
        let word = String(decoding: letters, as: UTF8.self).lowercased()
        guard word.utf8.count >= 3, let found = names.firstIndex(where: { $0.hasPrefix(word) }) else {
            return nil
        }
        place = letters.endIndex
        return found
    }

    private mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
        guard place < bytes.count, bytes[place] == UInt8(ascii: scalar) else { return false }
        place += 1
        return true
    }

    private mutating func skipBlanks() {
        while skip(" ") {}
    }
}

extension String {
    /// The text with plain blanks instead of no-break and narrow ones, which spreadsheets and formatters write.
    fileprivate var withPlainBlanks: String {
        let scalars = unicodeScalars.map { $0.properties.generalCategory == .spaceSeparator ? " " : $0 }
        return String(String.UnicodeScalarView(scalars))
    }
}
