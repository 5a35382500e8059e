import Foundation

/// A value that is made from a name, such as an enum of variants.
public protocol StringInitializableRemoteValue: RemoteValue {
    /// Creates the value with this name, or returns nil if there is none.
    init?(name: String)

    /// The name of the value.
    var name: String { get }
}

extension StringInitializableRemoteValue where Self: RawRepresentable, RawValue == String {
    /// Creates the value with this raw value, or returns nil if there is none.
    public init?(name: String) { self.init(rawValue: name) }

    /// The raw value.
    public var name: String { rawValue }
}

/// A value that is made from a boolean.
public protocol BoolInitializableRemoteValue: RemoteValue {
    /// Whether the value means true.
    var isEnabled: Bool { get }

    /// Creates the value for a boolean.
    init(booleanLiteral: Bool)
}

/// A value that is made from a whole number.
public protocol IntInitializableRemoteValue: RemoteValue {
    /// Creates the value for a number, or returns nil if the number is not valid.
    init?(integer: Int)

    /// The number.
    var integer: Int { get }
}

/// A value that is made from a decimal number.
public protocol DoubleInitializableRemoteValue: RemoteValue {
    /// Creates the value for a number, or returns nil if the number is not valid.
    init?(number: Double)

    /// The number.
    var number: Double { get }
}

/// A value that is made from a JSON document.
public protocol JSONInitializableRemoteValue: RemoteValue {
    /// Creates the value from a document, or returns nil if the document does not describe one.
    init?(jsonData: Data)
}

/// A value that can be a baseline: one for users who are in no experiment.
public protocol BaselinableRemoteValue: RemoteValue {
    /// Whether the text ends in `_baseline`.
    var baseline: Bool { get }
}

/// A value with several variants. The macro `@StringRemoteValue` writes the conformance.
public protocol StringRemoteValue: StringInitializableRemoteValue {}

/// A value that is on or off. The macro `@BoolRemoteValue` writes the conformance.
public protocol BoolRemoteValue: BoolInitializableRemoteValue {}

/// A value that is on or off, declared as an enum with two cases. Its default is `disabled`.
public protocol BoolEnumRemoteValue: BoolRemoteValue {
    /// The value for on.
    static var enabled: Self { get }
    /// The value for off.
    static var disabled: Self { get }
}

extension BoolEnumRemoteValue {
    /// Creates `enabled` for true, and `disabled` for false.
    public init(booleanLiteral: Bool) { self = booleanLiteral ? .enabled : .disabled }

    /// `disabled`.
    public static var `default`: Self { .disabled }
}

extension BoolEnumRemoteValue where Self: CaseIterable {
    /// `disabled`, not the first case as for other enums.
    public static var `default`: Self { .disabled }
}

extension BoolEnumRemoteValue where Self: Equatable {
    /// Whether the value is `enabled`.
    public var isEnabled: Bool { self == .enabled }
}

/// A value with several variants, each of which can be a baseline, such as `b_baseline`. The macro
/// `@BaselineStringRemoteValue` writes the conformance.
public protocol BaselineStringRemoteValue: StringInitializableRemoteValue, BaselinableRemoteValue {}

/// A value that is on or off and can be a baseline, such as `true_baseline`. The macro `@BaselineBoolRemoteValue`
/// writes the conformance.
public protocol BaselineBoolRemoteValue: StringInitializableRemoteValue, BaselinableRemoteValue {}

/// A value that is decoded from a JSON document.
///
/// Each property of the type is a member of the document. A document is incorrect if it lacks a member, or if a member
/// has another type. This kind of value has no baselines; a document can have a member for that. The macro
/// `@JSONRemoteValue` writes the conformance.
public protocol JSONRemoteValue: JSONInitializableRemoteValue, Codable {}

extension JSONRemoteValue {
    public init?(jsonData: Data) {
        guard let value = try? JSONDecoder().decode(Self.self, from: jsonData) else { return nil }
        self = value
    }
}

/// A value that says for analytics which group of an experiment the user is in.
public protocol ExperimentalGroupTrackable {
    /// The name of the experiment in analytics.
    var experimentalGroupKey: String { get }
    /// The group that the user is in.
    var experimentalGroupValue: String { get }
    /// Whether to report the group. By default, true unless the value is a baseline.
    var shouldTrack: Bool { get }
}

extension ExperimentalGroupTrackable {
    /// True, unless the value is a baseline.
    public var shouldTrack: Bool {
        guard let value = self as? any BaselinableRemoteValue else { return true }
        return !value.baseline
    }
}
