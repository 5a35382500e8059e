import ExperimentsCore
import Foundation

extension ValueReading where Value == Bool {
    /// Reads `true`, `false` and their spellings, such as `on` and `0`.
    public static var bool: ValueReading<Bool> {
        ValueReading(ValueSchema(kind: .bool), value: { BooleanText.value(of: $0) }, text: { $0 ? "true" : "false" })
    }
}

extension ValueReading where Value == Int {
    /// Reads whole numbers in decimal digits.
    ///
    /// - Parameter range: the valid numbers. By default, all.
    public static func int(in range: ClosedRange<Int> = Int.min...Int.max) -> ValueReading<Int> {
        let schema = ValueSchema(kind: .int, range: range.bounds)
        return ValueReading(
            schema, value: { text in NumberText.integer(text).flatMap { range.contains($0) ? $0 : nil } },
            text: { String($0) })
    }
}

extension ValueReading where Value == Double {
    /// Reads decimal numbers, such as `0.5` and `1e3`.
    ///
    /// - Parameter range: the valid numbers. By default, all finite numbers.
    public static func double(
        in range: ClosedRange<Double> = -Double.infinity...Double.infinity
    ) -> ValueReading<Double> {
        let schema = ValueSchema(kind: .double, range: range.isBounded ? range : nil)
        return ValueReading(schema, value: { NumberText.double($0) }, text: { NumberText.text(of: $0) })
    }
}

extension ValueReading where Value == String {
    /// Reads a text as it is.
    ///
    /// - Parameter cases: the valid texts; empty if any text is valid.
    public static func string(oneOf cases: [String] = []) -> ValueReading<String> {
        ValueReading(ValueSchema(kind: .string, cases: cases), value: { $0 }, text: { $0 })
    }
}

extension ValueReading where Value == Decimal {
    /// Reads decimal numbers exactly, such as `19.99`, to the 38 digits that a `Decimal` has.
    ///
    /// - Parameter range: the valid numbers. By default, all.
    public static func decimal(
        in range: ClosedRange<Double> = -Double.infinity...Double.infinity
    ) -> ValueReading<Decimal> {
        let schema = ValueSchema(kind: .double, range: range.isBounded ? range : nil)
        return ValueReading(
            schema, value: { Decimal(string: $0, locale: Locale(identifier: "en_US_POSIX")) }, text: { "\($0)" })
    }
}

extension ValueReading where Value == URL {
    /// Reads addresses with a scheme, such as `https://example.com/help`.
    public static var url: ValueReading<URL> {
        ValueReading(
            ValueSchema(kind: .url), value: { ValueSchema.url(from: $0) }, text: { $0.absoluteString })
    }
}

extension ValueReading where Value == Date {
    /// Reads times as RFC 3339 writes them, such as `2026-03-01T09:30:00Z`.
    public static var date: ValueReading<Date> {
        ValueReading(
            ValueSchema(kind: .date), value: { RFC3339.date(from: $0) }, text: { RFC3339.shortestText(of: $0) })
    }
}

extension ValueReading where Value == Duration {
    /// Reads lengths of time with their units, such as `250ms`, `30s` and `1h30m`, to the millisecond.
    public static var duration: ValueReading<Duration> {
        ValueReading(
            ValueSchema(kind: .duration), value: { DurationText.duration(from: $0) }, text: { $0.exactText })
    }
}

extension Duration {
    /// The length of time in the largest unit that leaves no fraction.
    fileprivate var exactText: String {
        let (seconds, attoseconds) = components
        let milliseconds = attoseconds / 1_000_000_000_000_000
        guard milliseconds == 0 else { return "\(seconds == 0 ? "" : "\(seconds)s")\(milliseconds)ms" }
        for (unit, length) in [("d", Int64(86400)), ("h", 3600), ("m", 60)] where seconds != 0 && seconds % length == 0
        {
            return "\(seconds / length)\(unit)"
        }
        return "\(seconds)s"
    }
}

extension ClosedRange<Double> {
    fileprivate var isBounded: Bool { lowerBound.isFinite || upperBound.isFinite }
}

extension ClosedRange<Int> {
    /// The bounds that a schema has; nil if there are none.
    fileprivate var bounds: ClosedRange<Double>? {
        let lower = lowerBound == .min ? -Double.infinity : Double(lowerBound)
        let upper = upperBound == .max ? Double.infinity : Double(upperBound)
        let range = lower...upper
        return range.isBounded ? range : nil
    }
}
