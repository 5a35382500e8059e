import Foundation

/// Times as RFC 3339 text, for example `2026-03-01T09:30:00Z`.
///
/// Written by hand because Foundation's formatters load their locale tables on first use, which would cost more than
/// the whole start-up of the dashboard.
public enum RFC3339 {
    /// The time in UTC, to the second; with `milliseconds`, three decimals.
    public static func text(of date: Date, milliseconds: Bool = false) -> String {
        let totalMilliseconds = Int64((date.timeIntervalSince1970 * 1000).rounded(.down))
        let (seconds, fraction) = totalMilliseconds.dividedFloored(by: 1000)
        let civil = CivilTime(secondsSince1970: seconds)
        var text = civil.dateText + "T" + civil.timeText
        if milliseconds { text += "." + padded(Int(fraction), 3) }
        return text + "Z"
    }

    /// The time that `text` names, or nil if it is not RFC 3339 (any offset, any number of decimals).
    public static func date(from text: String) -> Date? {
        let bytes = Array(text.utf8)
        guard bytes.count >= 20, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
            [UInt8(ascii: "T"), UInt8(ascii: "t"), UInt8(ascii: " ")].contains(bytes[10]),
            bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":"),
            let year = number(bytes[0..<4]), let month = number(bytes[5..<7]), let day = number(bytes[8..<10]),
            let hour = number(bytes[11..<13]), let minute = number(bytes[14..<16]), let second = number(bytes[17..<19]),
            (1...12).contains(month), day >= 1, day <= CivilTime.days(inMonth: month, of: year),
            hour < 24, minute < 60, second < 61
        else { return nil }
        var rest = bytes[19...]
        var fraction = 0.0
        if rest.first == UInt8(ascii: ".") {
            let digits = rest.dropFirst().prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            guard !digits.isEmpty, let value = Double("0." + String(decoding: digits, as: UTF8.self)) else { return nil }
            fraction = value
            rest = rest[digits.endIndex...]
        }
        guard let offset = offsetSeconds(Array(rest)) else { return nil }
        let days = CivilTime.daysSince1970(year: year, month: month, day: day)
        let seconds = days * 86400 + Int64(hour * 3600 + minute * 60 + second - offset)
        return Date(timeIntervalSince1970: Double(seconds) + fraction)
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
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
            value = value * 10 + Int(digit - UInt8(ascii: "0"))
        }
        return value
    }
}

func padded(_ value: Int, _ width: Int) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
}
