import Foundation

/// A value that is created from a name, such as an enum of variants.
///
/// Conform to it if the source has strings, and `@StringRemoteValue` does not fit. An enum with a `String` raw value
/// needs no code, because `init?(name:)` and ``name`` follow from the raw value; with `CaseIterable`, its first case is
/// the default, and its cases are the strings that the dashboard offers:
///
/// ```swift
/// enum PaywallType: String, CaseIterable, StringInitializableRemoteValue {
///     case short, long
/// }
/// ```
///
/// Any other type implements both, and a static property `default`. A string for which `init?(name:)` returns nil is
/// reported as incorrect, and the app uses the default. A type that also conforms to another protocol of this kind is
/// created from names.
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

/// A value that is created from a boolean.
///
/// Conform to it if the source has booleans, and `@BoolRemoteValue` does not fit. Implement ``isEnabled``,
/// `init(booleanLiteral:)` and a static property `default`. The service reads the text, such as `true`, `1`, `no` or
/// `off`, and calls the initializer with the result; any other text is reported as incorrect.
public protocol BoolInitializableRemoteValue: RemoteValue {
    /// Whether the value means true.
    var isEnabled: Bool { get }

    /// Creates the value for a boolean.
    init(booleanLiteral: Bool)
}

/// A value that is created from a whole number.
///
/// Conform to it if the source has whole numbers, and `@IntRemoteValue` does not fit. Implement ``integer``,
/// `init?(integer:)` and a static property `default`. The service reads the number, and calls the initializer with it.
/// A string that is not a whole number, or for whose number the initializer returns nil, is reported as incorrect.
///
/// If the valid numbers are a range, conform to ``IntRemoteValue`` instead: its `range` is checked before the
/// initializer is called, and the dashboard shows it.
public protocol IntInitializableRemoteValue: RemoteValue {
    /// Creates the value for a number, or returns nil if the number is not valid.
    init?(integer: Int)

    /// The number.
    var integer: Int { get }
}

/// A value that is created from a decimal number.
///
/// Conform to it if the source has decimal numbers, and `@DoubleRemoteValue` does not fit. Implement ``number``,
/// `init?(number:)` and a static property `default`. The service reads the number, and calls the initializer with it. A
/// text that is not a number, or for whose number the initializer returns nil, is reported as incorrect.
///
/// If the valid numbers are a range, conform to ``DoubleRemoteValue`` instead: its `range` is checked before the
/// initializer is called, and the dashboard shows it.
public protocol DoubleInitializableRemoteValue: RemoteValue {
    /// Creates the value for a number, or returns nil if the number is not valid.
    init?(number: Double)

    /// The number.
    var number: Double { get }
}

/// A value that is created from a JSON document.
///
/// Conform to it if the document is read in another way than by `Codable`; otherwise, use ``JSONRemoteValue`` or its
/// macro. Implement `init?(jsonData:)` and a static property `default`. The initializer gets the text of the source in
/// UTF-8, which is never empty but may not be JSON. If it returns nil, the text is reported as incorrect.
///
/// Let the type conform to `Encodable`, too, so that its values can be shown as JSON, or implement `remoteText`.
public protocol JSONInitializableRemoteValue: RemoteValue {
    /// Creates the value from a document, or returns nil if the document does not describe one.
    init?(jsonData: Data)
}

/// A value that can be a baseline, for users who are not in the experiment.
///
/// The source marks such a value with the suffix `_baseline`. The app uses it as the same value without the suffix, but
/// no group of the experiment is reported for it.
///
/// The macros `@BaselineStringRemoteValue`, `@BaselineBoolRemoteValue`, `@BaselineIntRemoteValue` and
/// `@BaselineDoubleRemoteValue` write the conformance. To conform without them, let the type conform to
/// ``StringInitializableRemoteValue``, too. In `init?(name:)`, remove the suffix if there is one, and store in
/// ``baseline`` whether there was; in `name`, append it again.
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
/// Each property of the type is a member of the document. A member that the document lacks is that of the type's default,
/// and a document is incorrect if a member has another type. This kind of value has no baselines; a document can have a member for that. The macro
/// `@JSONRemoteValue` writes the conformance.
public protocol JSONRemoteValue: JSONInitializableRemoteValue, Codable {}

extension JSONRemoteValue {
    public init?(jsonData: Data) {
        guard
            let document = try? CompletedDocument<Self>(
                jsonData, standard: { JSONValue.encoding(Self.default) })
        else { return nil }
        self = document.value
    }

    /// Returns the members that a document lacks, and that are those of the default.
    static func membersFromDefault(in text: String) -> [String] {
        let document = try? CompletedDocument<Self>(
            Data(text.utf8), standard: { JSONValue.encoding(Self.default) })
        return document?.added ?? []
    }
}

/// A value that tells analytics which group of an experiment the user is in.
///
/// Let a value type conform if each of its values is a group of one experiment:
///
/// ```swift
/// extension PaywallType: ExperimentalGroupTrackable {
///     var experimentalGroupKey: String { "paywall" }
///     var experimentalGroupValue: String { name }
/// }
/// ```
///
/// When the app uses a value for which ``shouldTrack`` is true, the service reports the group: it calls
/// `RemoteConfigService.trackExposure(_:of:)`, and passes the exposure to its tracker and its observers, once for each
/// key, group and snapshot. Overrides are reported only if the service's `exposurePolicy` includes them, and the
/// default that replaces a missing or incorrect value never is.
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
