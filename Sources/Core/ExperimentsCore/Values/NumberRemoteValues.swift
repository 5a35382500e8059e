/// A value that is a whole number within a range.
public protocol IntRemoteValue: IntInitializableRemoteValue {
    /// The numbers accepted. By default, every one.
    static var range: ClosedRange<Int> { get }
}

extension IntRemoteValue {
    public static var range: ClosedRange<Int> { Int.min...Int.max }
}

/// A value that is a decimal number within a range.
public protocol DoubleRemoteValue: DoubleInitializableRemoteValue {
    /// The numbers accepted. By default, every finite one.
    static var range: ClosedRange<Double> { get }
}

extension DoubleRemoteValue {
    public static var range: ClosedRange<Double> { -Double.infinity...Double.infinity }
}

/// A whole number that may be sent as a baseline; made from text, because a number has no room for the suffix.
public protocol BaselineIntRemoteValue: StringInitializableRemoteValue, BaselinableRemoteValue {
    /// The number.
    var integer: Int { get }
    /// The numbers accepted. By default, every one.
    static var range: ClosedRange<Int> { get }
    /// The value that stands for `integer`, or nil if it is not accepted.
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

/// A decimal number that may be sent as a baseline; made from text, because a number has no room for the suffix.
public protocol BaselineDoubleRemoteValue: StringInitializableRemoteValue, BaselinableRemoteValue {
    /// The number.
    var number: Double { get }
    /// The numbers accepted. By default, every finite one.
    static var range: ClosedRange<Double> { get }
    /// The value that stands for `number`, or nil if it is not accepted.
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
