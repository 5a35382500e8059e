import ExperimentsCore
import Foundation

// Initializers for the most common types. The `ValueReading` in each of them decides which texts are valid and how they
// are read.

extension Key where Value: RemoteValue {
    /// Creates a key of a remote value, for example of a type declared with a macro. Its default is that of the type.
    public convenience init(_ name: String, _: Value.Type) {
        self.init(name, default: .default)
    }

    /// Creates a key of a remote value, for example of a type declared with a macro.
    public convenience init(_ name: String, default defaultValue: Value) {
        self.init(name, .own, default: defaultValue, access: .direct)
    }
}

extension Key where Value == Bool {
    /// Creates a key of booleans.
    public convenience init(_ name: String, default defaultValue: Bool) {
        self.init(name, .bool, default: defaultValue)
    }
}

extension Key where Value == Int {
    /// Creates a key of whole numbers, optionally limited to a range.
    public convenience init(
        _ name: String, default defaultValue: Int, in range: ClosedRange<Int> = Int.min...Int.max
    ) {
        self.init(name, .int(in: range), default: defaultValue)
    }
}

extension Key where Value == Double {
    /// Creates a key of decimal numbers, optionally limited to a range.
    public convenience init(
        _ name: String, default defaultValue: Double,
        in range: ClosedRange<Double> = -Double.infinity...Double.infinity
    ) {
        self.init(name, .double(in: range), default: defaultValue)
    }
}

extension Key where Value == String {
    /// Creates a key of strings, optionally limited to the listed ones.
    public convenience init(_ name: String, default defaultValue: String, oneOf cases: [String] = []) {
        self.init(name, .string(oneOf: cases), default: defaultValue)
    }
}

extension Key where Value == Decimal {
    /// Creates a key of exact decimal numbers, optionally limited to a range. A literal creates a key of type `Double`,
    /// unless the type of the key is given.
    @_disfavoredOverload
    public convenience init(
        _ name: String, default defaultValue: Decimal,
        in range: ClosedRange<Double> = -Double.infinity...Double.infinity
    ) {
        self.init(name, .decimal(in: range), default: defaultValue)
    }
}

extension Key where Value == URL {
    /// Creates a key of URLs.
    public convenience init(_ name: String, default defaultValue: URL) {
        self.init(name, .url, default: defaultValue)
    }
}

extension Key where Value == Date {
    /// Creates a key of dates.
    public convenience init(_ name: String, default defaultValue: Date) {
        self.init(name, .date, default: defaultValue)
    }
}

extension Key where Value == Duration {
    /// Creates a key of durations.
    public convenience init(_ name: String, default defaultValue: Duration) {
        self.init(name, .duration, default: defaultValue)
    }
}

// A type that is also a remote value is read as a remote value, so these initializers are disfavored.

extension Key where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
    /// Creates a key of an enum's cases.
    @_disfavoredOverload
    public convenience init(_ name: String, default defaultValue: Value) {
        self.init(name, .rawValues, default: defaultValue)
    }
}

extension Key where Value: RawRepresentable, Value.RawValue == String {
    /// Creates a key of the raw values of a type.
    @_disfavoredOverload
    public convenience init(_ name: String, default defaultValue: Value) {
        self.init(name, .rawValues, default: defaultValue)
    }
}

extension Key where Value: RawRepresentable & CaseIterable, Value.RawValue == Int {
    /// Creates a key of an enum's cases whose raw values are whole numbers.
    @_disfavoredOverload
    public convenience init(_ name: String, default defaultValue: Value) {
        self.init(name, .rawValues, default: defaultValue)
    }
}

extension Key where Value: RawRepresentable, Value.RawValue == Int {
    /// Creates a key of a type's raw values that are whole numbers.
    @_disfavoredOverload
    public convenience init(_ name: String, default defaultValue: Value) {
        self.init(name, .rawValues, default: defaultValue)
    }
}

extension Key where Value: Codable {
    /// Creates a key of `Codable` values that are read from JSON documents. Members that a document lacks are those of the
    /// default.
    public convenience init(_ name: String, json defaultValue: Value) {
        self.init(name, .json(completedBy: defaultValue), default: defaultValue)
    }
}

extension Key {
    /// Creates a key without a default. Its value is nil if the source has no value, an empty string or an incorrect
    /// value.
    public convenience init<Wrapped: Sendable>(_ name: String, optional reading: ValueReading<Wrapped>)
    where Value == Wrapped? {
        self.init(name, reading.optional, default: nil)
    }
}
