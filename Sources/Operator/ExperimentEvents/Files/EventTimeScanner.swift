import ExperimentsSupport
import Foundation

/// A time as a text states it.
struct StatedTime {
    /// The time on the calendar and the clock, as seconds since 1970-01-01T00:00:00.
    var seconds: Int64
    /// The part of a second beyond that.
    var fraction: Double
    /// The clock that shows it; nil if the text does not say.
    var clock: LocalTime?

    /// The moment; nil if the text says no offset from UTC.
    var date: Date? { clock.map { $0.date(showing: seconds) + fraction } }
}

/// Reads the dates and times of ISO 8601, in their long form and in the basic form without separators, those that
/// databases print with blanks in between, and those of mail, such as `Sun, 02 Mar 2025 09:00:00 GMT`.
struct EventTimeScanner {
    private let bytes: [UInt8]
    private var place = 0

    init(_ text: String) {
        let isPlain = text.utf8.allSatisfy { $0 < 0x80 }
        bytes = Array((isPlain ? text : text.withPlainBlanks).utf8)
    }

    /// The time, if the whole text states one.
    mutating func time() -> StatedTime? {
        guard let day = calendarDay() ?? mailDay() else { return nil }
        var time = StatedTime(seconds: day * 86400, fraction: 0)
        guard place < bytes.count else { return time }
        // Between day and time is a T or blanks; a basic form may have nothing.
        let start = place
        if !skip("T"), !skip("t") { skipBlanks() }
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
        let separator = ["-", "/"].first { skip($0) }
        if let month = number(2), separator.map({ skip($0) }) ?? true, let day = number(2),
            let found = Self.day(year, month: month, day: day)
        {
            return found
        }
        place = start
        return nil
    }

    private mutating func mailDay() -> Int64? {
        let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
        if word() != nil {
            guard skip(",") else { return nil }
            skipBlanks()
        }
        guard let day = number(2) ?? number(1), skip(" ") || skip("-"), let name = word(),
            let month = months.firstIndex(of: name), skip(" ") || skip("-"), let year = number(4)
        else { return nil }
        return Self.day(year, month: month + 1, day: day)
    }

    private static func day(_ year: Int, month: Int, day: Int) -> Int64? {
        guard (1...12).contains(month), day >= 1, day <= CivilTime.days(inMonth: month, of: year) else { return nil }
        return CivilTime.daysSince1970(year: year, month: month, day: day)
    }

    // MARK: Times of day

    private mutating func clock(into time: inout StatedTime) -> Bool {
        guard let hour = number(2), hour < 24 else { return false }
        let isLong = skip(":")
        guard let minute = number(2), minute < 60 else { return false }
        time.seconds += Int64(hour * 3600 + minute * 60)
        guard isLong ? skip(":") : place < bytes.count && bytes[place].isASCIIDigit else { return true }
        // A leap second is the first second of the next minute.
        guard let second = number(2), second < 61 else { return false }
        time.seconds += Int64(second)
        guard skip(".") || skip(",") else { return true }
        let digits = bytes[place...].prefix(while: \.isASCIIDigit)
        guard !digits.isEmpty, let fraction = Double("0." + String(decoding: digits, as: UTF8.self)) else {
            return false
        }
        place = digits.endIndex
        time.fraction = fraction
        return true
    }

    /// Reads the time zone after the time of day: `Z`, `UTC`, `+01`, `+0100`, `+01:00`, `+0000 UTC` or `Europe/Oslo`.
    private mutating func zone() -> LocalTime? {
        if let offset = offset() {
            // Go and Java repeat it as a name.
            skipBlanks()
            let rest = bytes[place...]
            let isName = rest.allSatisfy { $0.isASCIILetter || [0x5B, 0x5D, 0x2F, 0x5F].contains($0) }
            return isName ? .fixed(offset) : nil
        }
        let name = String(decoding: bytes[place...], as: UTF8.self)
        if ["Z", "UTC", "GMT"].contains(name.uppercased()) { return .utc }
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

    /// Three letters, in lower case.
    private mutating func word() -> String? {
        guard place + 3 <= bytes.count, bytes[place..<place + 3].allSatisfy(\.isASCIILetter) else { return nil }
        defer { place += 3 }
        return String(decoding: bytes[place..<place + 3], as: UTF8.self).lowercased()
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
    /// The text with a plain blank for each other one: spreadsheets and formatters write no-break and narrow ones.
    fileprivate var withPlainBlanks: String {
        let scalars = unicodeScalars.map { $0.properties.generalCategory == .spaceSeparator ? " " : $0 }
        return String(String.UnicodeScalarView(scalars))
    }
}
