/// A key of a remote value: its name at the source, and the type of its values.
///
/// **To declare keys**, write an enum with a `String` raw value. The raw value is the name:
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
    /// The name of the key at the source.
    var name: String { get }

    /// The type of the values.
    var valueType: any RemoteValue.Type { get }

    /// The texts that are valid for the key. By default, those that are valid for its value type.
    var schema: ValueSchema { get }

    /// Checks whether `text` is valid for the key. By default, the value type decides.
    ///
    /// - Throws: `IncorrectValue` with the reason why the text is not valid.
    func check(_ text: String) throws(IncorrectValue)
}

extension RemoteKey {
    /// The texts that are valid for the value type.
    public var schema: ValueSchema { valueType.schema }

    /// Checks whether a value of the value type can be made from `text`.
    ///
    /// - Throws: `IncorrectValue` with the reason why it cannot.
    public func check(_ text: String) throws(IncorrectValue) {
        try valueType.check(text)
    }
}

extension RemoteKey where Self: RawRepresentable, RawValue == String {
    /// The raw value.
    public var name: String { rawValue }
}

/// A key with a title for people.
///
/// Let your enum of keys conform to it instead of to ``RemoteKey`` if the names at the source say too little, and
/// return a title for each key. The dashboard and `RemoteConfigService.currentRemoteData` show the title; values are
/// still looked up by ``RemoteKey/name``.
public protocol TitledRemoteKey: RemoteKey {
    /// What a person calls the key, for example `Paywall`.
    var title: String { get }
}
