import Foundation

/// Times as RFC 3339 text, for example `2026-03-01T09:30:00Z`.
///
/// Written by hand because Foundation's `Date.ISO8601FormatStyle` (Swift 6.3) gives other times: it writes 20.123
/// seconds as `20.122`, reads 30 February as 2 March and 24:00 as the next day, refuses `t` for `T`, and counts days
/// before 1582 by another calendar. It also reads a time in 0.5 µs instead of 0.9.
package enum RFC3339 {
    /// The times whose year has four digits, in seconds since 1970.
    private static let representable = -62_167_219_200.0...253_402_300_799.0

    /// Returns the time in UTC, to the second, or with three decimals if `milliseconds` is true. RFC 3339 cannot
    /// express a time outside the years 0000 to 9999, so such a time becomes the nearest one within them.
    package static func text(of date: Date, milliseconds: Bool = false) -> String {
        let total = self.milliseconds(of: date)
        let (seconds, fraction) = total.dividedFloored(by: 1000)
        let civil = CivilTime(secondsSince1970: seconds)
        var text = civil.dateText + "T" + civil.timeText
        if milliseconds { text += "." + String(fraction).zeroPadded(to: 3) }
        return text + "Z"
    }

    /// Returns the time in UTC in its shortest form: to the second, or with three decimals if it has a fraction.
    package static func shortestText(of date: Date) -> String {
        text(of: date, milliseconds: milliseconds(of: date) % 1000 != 0)
    }

    /// Returns the time as a clock on the wall shows it, to the second: `2026-03-01 09:30:00`.
    package static func wallClock(_ date: Date, in timeZone: TimeZone) -> String {
        let shifted = date.addingTimeInterval(TimeInterval(timeZone.secondsFromGMT(for: date)))
        return String(text(of: shifted).dropLast()).replacing(scalar: "T", with: " ")
    }

    private static func milliseconds(of date: Date) -> Int64 {
        let seconds = date.timeIntervalSince1970
        guard !seconds.isNaN else { return 0 }
        // Rounded to the nearest millisecond, because 0.123 seconds after a whole second is slightly less in binary.
        return Int64((min(max(seconds, representable.lowerBound), representable.upperBound) * 1000).rounded())
    }

    /// Returns the time that `text` states, with any offset and any number of decimals; nil if it is not RFC 3339.
    package static func date(from text: String) -> Date? {
        guard text.utf8.count >= 20 else { return nil }
        let bytes = Array(text.utf8)
        guard hasSeparators(bytes), let seconds = secondsIgnoringOffset(bytes) else { return nil }
        var rest = bytes[19...]
        var fraction = 0.0
        if rest.first == UInt8(ascii: ".") {
            let digits = rest.dropFirst().prefix(while: \.isASCIIDigit)
            let decimals = "0." + String(decoding: digits, as: UTF8.self)
            guard !digits.isEmpty, let value = Double(decimals) else { return nil }
            fraction = value
            rest = rest[digits.endIndex...]
        }
        guard let offset = offsetSeconds(Array(rest)) else { return nil }
        return Date(timeIntervalSince1970: Double(seconds - Int64(offset)) + fraction)
    }

    private static func hasSeparators(_ bytes: [UInt8]) -> Bool {
        bytes[4] == UInt8(ascii: "-") && bytes[7] == UInt8(ascii: "-")
            && [UInt8(ascii: "T"), UInt8(ascii: "t"), UInt8(ascii: " ")].contains(bytes[10])
            && bytes[13] == UInt8(ascii: ":") && bytes[16] == UInt8(ascii: ":")
    }

    /// Accepts 60 seconds, a leap second, which becomes the first second of the next minute.
    private static func secondsIgnoringOffset(_ bytes: [UInt8]) -> Int64? {
        guard let year = number(bytes[0..<4]), let month = number(bytes[5..<7]),
            let day = number(bytes[8..<10]),
            let hour = number(bytes[11..<13]), let minute = number(bytes[14..<16]),
            let second = number(bytes[17..<19]),
            (1...12).contains(month), day >= 1, day <= CivilTime.days(inMonth: month, of: year),
            hour < 24, minute < 60, second < 61
        else { return nil }
        let days = CivilTime.daysSince1970(year: year, month: month, day: day)
        return days * 86400 + Int64(hour * 3600 + minute * 60 + second)
    }

    private static func offsetSeconds(_ bytes: [UInt8]) -> Int? {
        if bytes == [UInt8(ascii: "Z")] || bytes == [UInt8(ascii: "z")] { return 0 }
        guard bytes.count == 6, bytes[3] == UInt8(ascii: ":"), let hours = number(bytes[1..<3]),
            let minutes = number(bytes[4..<6]), hours < 24, minutes < 60
        else { return nil }
        switch bytes[0] {
        case UInt8(ascii: "+"): return hours * 3600 + minutes * 60
        case UInt8(ascii: "-"): return -(hours * 3600 + minutes * 60)
        default: return nil
        }
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        var value = 0
        for digit in digits {
            guard digit.isASCIIDigit else { return nil }
            value = value * 10 + Int(digit - UInt8(ascii: "0"))
        }
        return value
    }
}

/// A point in time as fields of the proleptic Gregorian calendar, in the time zone to which its seconds were shifted.
package struct CivilTime: Sendable, Hashable {
    /// The fields, counted as people do: months and days from 1.
    package let year, month, day, hour, minute, second: Int

    /// Creates the fields from a number of seconds since 1970-01-01T00:00:00.
    package init(secondsSince1970 seconds: Int64) {
        let (days, secondOfDay) = seconds.dividedFloored(by: 86400)
        // Days are counted from 0000-03-01, so that a leap day is the last day of its year.
        let (era, dayOfEra) = (days + 719_468).dividedFloored(by: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = Int(dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
        month = Int(shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9)
        year = Int(yearOfEra + era * 400) + (month <= 2 ? 1 : 0)
        hour = Int(secondOfDay / 3600)
        minute = Int(secondOfDay % 3600 / 60)
        second = Int(secondOfDay % 60)
    }

    /// `2026-03-01`.
    package var dateText: String { "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))" }

    /// `09:30:00`.
    package var timeText: String { "\(padded(hour, 2)):\(padded(minute, 2)):\(padded(second, 2))" }

    private func padded(_ value: Int, _ width: Int) -> String { String(value).zeroPadded(to: width) }

    /// Returns the number of days from 1970-01-01 to a date, which is negative for an earlier one.
    package static func daysSince1970(year: Int, month: Int, day: Int) -> Int64 {
        let shiftedYear = Int64(month <= 2 ? year - 1 : year)
        let (era, yearOfEra) = shiftedYear.dividedFloored(by: 400)
        let shiftedMonth = Int64(month > 2 ? month - 3 : month + 9)
        let dayOfYear = (153 * shiftedMonth + 2) / 5 + Int64(day) - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    /// Returns the number of days of a month, from 1 for January.
    package static func days(inMonth month: Int, of year: Int) -> Int {
        switch month {
        case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

extension Int64 {
    func dividedFloored(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        var (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        if remainder < 0 {
            quotient -= 1
            remainder += divisor
        }
        return (quotient, remainder)
    }
}
