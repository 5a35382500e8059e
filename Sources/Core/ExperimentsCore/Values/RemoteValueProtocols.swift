import Foundation

/// A value made from a text by name, such as an enum of variants.
public protocol StringInitializableRemoteValue: RemoteValue {
    /// The value called `name`, or nil if there is none.
    init?(name: String)

    /// The name.
    var name: String { get }
}

extension StringInitializableRemoteValue where Self: RawRepresentable, RawValue == String {
    /// The value whose raw value is `name`.
    public init?(name: String) { self.init(rawValue: name) }

    /// The raw value.
    public var name: String { rawValue }
}

/// A value made from a boolean.
public protocol BoolInitializableRemoteValue: RemoteValue {
    /// Whether the value stands for true.
    var isEnabled: Bool { get }

    /// The value that stands for `booleanLiteral`.
    init(booleanLiteral: Bool)
}

/// A value made from a whole number.
public protocol IntInitializableRemoteValue: RemoteValue {
    /// The value that stands for `integer`, or nil if it is not accepted.
    init?(integer: Int)

    /// The number.
    var integer: Int { get }
}

/// A value made from a decimal number.
public protocol DoubleInitializableRemoteValue: RemoteValue {
    /// The value that stands for `number`, or nil if it is not accepted.
    init?(number: Double)

    /// The number.
    var number: Double { get }
}

/// A value made from a JSON document.
public protocol JSONInitializableRemoteValue: RemoteValue {
    /// The value that the document describes, or nil if it describes none.
    init?(jsonData: Data)
}

/// A value that knows whether it was sent to a user outside the experiment.
public protocol BaselinableRemoteValue: RemoteValue {
    /// Whether the text carried the `_baseline` suffix.
    var baseline: Bool { get }
}

/// A value with several variants.
public protocol StringRemoteValue: StringInitializableRemoteValue {}

/// A value that is on or off.
public protocol BoolRemoteValue: BoolInitializableRemoteValue {}

/// An on-or-off value written as an enum of two cases. Its default is `disabled`.
public protocol BoolEnumRemoteValue: BoolRemoteValue {
    /// On.
    static var enabled: Self { get }
    /// Off.
    static var disabled: Self { get }
}

extension BoolEnumRemoteValue {
    /// `enabled` for true, else `disabled`.
    public init(booleanLiteral: Bool) { self = booleanLiteral ? .enabled : .disabled }

    /// `disabled`.
    public static var `default`: Self { .disabled }
}

extension BoolEnumRemoteValue where Self: CaseIterable {
    /// `disabled`, not the first case as for other enums.
    public static var `default`: Self { .disabled }
}

extension BoolEnumRemoteValue where Self: Equatable {
    /// Whether it is `enabled`.
    public var isEnabled: Bool { self == .enabled }
}

/// A value with several variants, each of which may be sent as a baseline.
public protocol BaselineStringRemoteValue: StringInitializableRemoteValue, BaselinableRemoteValue {}

/// An on-or-off value that may be sent as a baseline; made from text, because a boolean has no room for the suffix.
public protocol BaselineBoolRemoteValue: StringInitializableRemoteValue, BaselinableRemoteValue {}
