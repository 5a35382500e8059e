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
