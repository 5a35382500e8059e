/// A value that is a whole number in a range. The macro `@IntRemoteValue` writes the conformance.
public protocol IntRemoteValue: IntInitializableRemoteValue {
    /// The valid numbers. By default, all.
    static var range: ClosedRange<Int> { get }
}

extension IntRemoteValue {
    public static var range: ClosedRange<Int> { Int.min...Int.max }
}

/// A value that is a decimal number in a range. The macro `@DoubleRemoteValue` writes the conformance.
public protocol DoubleRemoteValue: DoubleInitializableRemoteValue {
    /// The valid numbers. By default, all finite numbers.
    static var range: ClosedRange<Double> { get }
}

extension DoubleRemoteValue {
    public static var range: ClosedRange<Double> { -Double.infinity...Double.infinity }
}

/// A whole number that can be a baseline, such as `3_baseline`. The macro `@BaselineIntRemoteValue` writes the
/// conformance.
public protocol BaselineIntRemoteValue: StringInitializableRemoteValue, BaselinableRemoteValue {
    /// The number.
    var integer: Int { get }
    /// The valid numbers. By default, all.
    static var range: ClosedRange<Int> { get }
    /// Creates a value from a number, or returns nil if the number is not valid.
    init?(baseline: Bool, integer: Int)
}

extension BaselineIntRemoteValue {
    public static var range: ClosedRange<Int> { Int.min...Int.max }

    public init?(name: String) {
        let (text, isBaseline) = Baseline.split(name)
        guard let integer = NumberText.integer(text), Self.range.contains(integer) else { return nil }
        self.init(baseline: isBaseline, integer: integer)
    }

    public var name: String { String(integer) + (baseline ? Baseline.suffix : "") }
}

/// A decimal number that can be a baseline, such as `0.2_baseline`. The macro `@BaselineDoubleRemoteValue` writes the
/// conformance.
public protocol BaselineDoubleRemoteValue: StringInitializableRemoteValue, BaselinableRemoteValue {
    /// The number.
    var number: Double { get }
    /// The valid numbers. By default, all finite numbers.
    static var range: ClosedRange<Double> { get }
    /// Creates a value from a number, or returns nil if the number is not valid.
    init?(baseline: Bool, number: Double)
}

extension BaselineDoubleRemoteValue {
    public static var range: ClosedRange<Double> { -Double.infinity...Double.infinity }

    public init?(name: String) {
        let (text, isBaseline) = Baseline.split(name)
        guard let number = NumberText.double(text), Self.range.contains(number) else { return nil }
        self.init(baseline: isBaseline, number: number)
    }

    public var name: String { NumberText.text(of: number) + (baseline ? Baseline.suffix : "") }
}
