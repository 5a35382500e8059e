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

    /// The strings that are valid for the key. By default, those that are valid for its value type.
    var schema: ValueSchema { get }

    /// Checks whether `text` is valid for the key. By default, the value type decides.
    ///
    /// - Throws: `IncorrectValue` with the reason why the text is not valid.
    func check(_ text: String) throws(IncorrectValue)
}

extension RemoteKey {
    /// The strings that are valid for the value type.
    public var schema: ValueSchema { valueType.schema }

    /// Checks whether a value of the value type can be created from `text`.
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

/// A key with a title.
///
/// Conform to it instead of ``RemoteKey`` if the names at the source are not clear enough, and return a title for each
/// key. The dashboard and `RemoteConfigService.currentRemoteData` show the title; values are still looked up by
/// ``RemoteKey/name``.
public protocol TitledRemoteKey: RemoteKey {
    /// The name that people see, for example `Paywall`.
    var title: String { get }
}

/// A key that creates values from strings itself and has its own default. Other keys leave both to their value type.
package protocol SelfReadingKey: TitledRemoteKey {
    /// The title, if one is declared.
    var declaredTitle: String? { get }

    /// The group under which the key is listed, if there is one.
    var group: String? { get }

    /// The purpose of the key, if it is declared.
    var summary: String? { get }

    /// The mistake in how the key is declared, if there is one.
    var declarationProblem: DeclarationProblem? { get }

    /// The default, as a value of the key's `valueType`.
    var ownDefault: any RemoteValue { get }

    /// Creates a value of the key's `valueType`.
    ///
    /// - Throws: `IncorrectValue` with the reason why the text is not valid.
    func readValue(_ text: String) throws(IncorrectValue) -> any RemoteValue

    /// Returns the members of a JSON document that the value takes from the default, because the document lacks them.
    func membersFromDefault(in text: String) -> [String]
}

extension SelfReadingKey {
    package func membersFromDefault(in text: String) -> [String] { [] }
}

/// A value that wraps a type which is not a remote value itself, such as `Int`.
package protocol HoldingRemoteValue: RemoteValue {
    /// The wrapped type.
    static var heldType: Any.Type { get }
}

extension RemoteValue {
    /// The name of the type in an app's sources, for errors.
    static var declaredName: String {
        let holding = Self.self as? any HoldingRemoteValue.Type
        return holding.map { "\($0.heldType)" } ?? String(describing: Self.self)
    }
}

/// A mistake in how an app declares a key.
public enum DeclarationProblem: Error, Sendable, Hashable, CustomStringConvertible, OperatorError {
    /// Two keys of one name have different types.
    case twoTypes(key: String, first: String, second: String)
    /// The key's own schema refuses its default, which the app uses anyway.
    case refusedDefault(key: String, IncorrectValue)

    /// The name of the key that is declared wrongly.
    public var key: String {
        switch self {
        case .twoTypes(let key, _, _), .refusedDefault(let key, _): key
        }
    }

    /// `key 'rows' is declared twice, as Int and as Bool; ...`.
    public var description: String {
        switch self {
        case .twoTypes(let key, let first, let second):
            "key \"\(key)\" is declared twice, as \(first) and as \(second); declare it once, or give one another name"
        case .refusedDefault(let key, let problem):
            "the default of key \"\(key)\" is not valid for it: \(problem); change the default, or what the key accepts"
        }
    }
}
