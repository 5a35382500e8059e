/// The name of a remote value together with the type of value it stands for.
///
/// The usual shape is an enum with a `String` raw value, whose `name` is that raw value:
///
/// ```swift
/// enum Key: String, CaseIterable, RemoteKey {
///     case paywallType = "paywall_type"
///
///     var valueType: any RemoteValue.Type {
///         switch self {
///         case .paywallType: PaywallType.self
///         }
///     }
/// }
/// ```
public protocol RemoteKey: Sendable {
    /// The name under which the source holds the value.
    var name: String { get }

    /// The type that the value is read as.
    var valueType: any RemoteValue.Type { get }

    /// What the key accepts. By default, what its value type accepts.
    var schema: ValueSchema { get }

    /// Whether `text` is a value of this key; throws the reason if not. By default, what its value type decides.
    func check(_ text: String) throws(IncorrectValue)
}

extension RemoteKey {
    /// What the value type accepts.
    public var schema: ValueSchema { valueType.schema }

    /// Whether the value type makes a value of `text`; throws the reason if not.
    public func check(_ text: String) throws(IncorrectValue) {
        try valueType.check(text)
    }
}

extension RemoteKey where Self: RawRepresentable, RawValue == String {
    /// The raw value.
    public var name: String { rawValue }
}

/// A key with words for people.
public protocol TitledRemoteKey: RemoteKey {
    /// What a person calls the key, for example `Paywall`.
    var title: String { get }
}
