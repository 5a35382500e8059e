/// A key as data: declared in a project file, or made from a typed key of an app.
///
/// It consists of a reference, so that a list of a hundred thousand keys is cheap to copy, sort and pass around.
public struct CatalogKey: RemoteKey, TitledRemoteKey, Hashable {
    private final class Storage: Sendable {
        let name: String
        let title: String?
        let group: String?
        let summary: String?
        let schema: ValueSchema
        let typed: (any RemoteKey)?

        init(
            name: String, title: String?, group: String?, summary: String?, schema: ValueSchema,
            typed: (any RemoteKey)?
        ) {
            self.name = name
            self.title = title
            self.group = group
            self.summary = summary
            self.schema = schema
            self.typed = typed
        }
    }

    private let storage: Storage

    /// Creates a key that a project file declares.
    public init(
        name: String, title: String? = nil, group: String? = nil, summary: String? = nil, schema: ValueSchema
    ) {
        storage = Storage(
            name: name, title: title, group: group, summary: summary, schema: schema, typed: nil)
    }

    /// Creates a key from a typed key of an app. The value type of that key still decides which strings are valid.
    public init(_ key: any RemoteKey) {
        if let key = key as? CatalogKey {
            self = key
        } else {
            let described = key as? any SelfReadingKey
            storage = Storage(
                name: key.name,
                title: described.map(\.declaredTitle) ?? (key as? any TitledRemoteKey)?.title,
                group: described?.group, summary: described?.summary, schema: key.schema, typed: key)
        }
    }

    /// Returns whether it was created from this key, or from one with the same name and value type.
    func isProjection(of key: any RemoteKey) -> Bool {
        guard let typed = storage.typed else { return false }
        return typed.valueType == key.valueType && storage.name == key.name
    }

    /// The name of the key at the source.
    public var name: String { storage.name }

    /// The strings that are valid for the key.
    public var schema: ValueSchema { storage.schema }

    /// The value type of the app's key, or `CatalogValue` for a key that only a project file declares.
    public var valueType: any RemoteValue.Type { storage.typed?.valueType ?? CatalogValue.self }

    /// The title, or the name if none was declared.
    public var title: String { storage.title ?? storage.name }

    /// The declared title, if there is one.
    public var declaredTitle: String? { storage.title }

    /// The group under which the key is listed, if there is one.
    public var group: String? { storage.group }

    /// The purpose of the key, from the project file.
    public var summary: String? { storage.summary }

    /// Checks whether `text` is valid for the key.
    ///
    /// - Throws: `IncorrectValue` with the reason why it is not.
    public func check(_ text: String) throws(IncorrectValue) {
        if let typed = storage.typed { try typed.check(text) } else { try storage.schema.check(text) }
    }

    /// Returns the members of a JSON document that the app takes from the default, because the document lacks them.
    func membersFromDefault(in text: String) -> [String] {
        if let key = storage.typed as? any SelfReadingKey { return key.membersFromDefault(in: text) }
        return (valueType as? any JSONRemoteValue.Type)?.membersFromDefault(in: text) ?? []
    }

    /// Returns the same key with another default.
    func withDefault(_ text: String) -> CatalogKey {
        var schema = storage.schema
        schema.defaultText = text
        return CatalogKey(
            storage: Storage(
                name: storage.name, title: storage.title, group: storage.group, summary: storage.summary,
                schema: schema, typed: storage.typed))
    }

    private init(storage: Storage) { self.storage = storage }

    /// Whether both declare the same key with the same strings.
    public static func == (left: CatalogKey, right: CatalogKey) -> Bool {
        left.storage === right.storage
            || (left.name == right.name && left.storage.title == right.storage.title
                && left.group == right.group
                && left.summary == right.summary && left.schema == right.schema
                && left.valueType == right.valueType)
    }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
    }
}

/// The value of a key that only a project file declares: its text, which the schema of the key checks.
package struct CatalogValue: RemoteValue, Hashable {
    /// The text as the source sent it.
    package let remoteText: String

    /// Creates a value with this text.
    package init(_ text: String) {
        remoteText = text
    }

    /// An empty text. A service uses the default of the key's schema instead.
    package static var `default`: CatalogValue { CatalogValue("") }

    /// Accepts any text: only the key knows which strings are valid.
    package static var schema: ValueSchema { ValueSchema(kind: .string) }

    /// Creates a value from any text.
    package static func decode(_ text: String) throws(IncorrectValue) -> CatalogValue { CatalogValue(text) }
}
