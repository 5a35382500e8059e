import ExperimentsCore

/// A named group of settings, as the configuration held it when it was read: it never changes.
///
/// A copy shares its storage, and looks settings up in an index that the first look-up makes.
public struct ActiveConfigSection: Sendable {
    private final class Storage: Sendable {
        let name: String
        let content: JSONValue
        let index = LazySettingIndex()

        init(name: String, content: JSONValue) {
            self.name = name
            self.content = content
        }
    }

    private let storage: Storage

    /// A section of a configuration document.
    ///
    /// - Parameters:
    ///   - name: its name in `config_sections`.
    ///   - content: what the document holds under that name: an object whose member `settings` holds one object with a
    ///     `value` per setting. Whatever is of another shape counts as having no settings.
    public init(name: String, content: JSONValue) {
        storage = Storage(name: name, content: content)
    }

    /// A section that holds `settings`, by key.
    public init(name: String, settings: KeyValuePairs<String, JSONValue>) {
        var members = JSONObject()
        for (key, value) in settings { members[key] = ["value": value] }
        self.init(name: name, content: ["settings": .object(members)])
    }

    /// The section's name.
    public var name: String { storage.name }

    /// What the document holds under the section's name; an empty object where that is not an object.
    public var content: JSONObject { storage.content.object ?? JSONObject() }

    /// What the document holds under the section's name, whatever its shape.
    var written: JSONValue { storage.content }

    /// The keys of the settings that have a value, in the order of the document.
    public var keys: [String] { index.keys }

    /// The value of a setting; nil where the section holds none under that key.
    ///
    /// A setting that is written as `null` has the value `.null`.
    public subscript(key: String) -> JSONValue? { index.settings[key]?.value }

    /// The value of a setting; nil where the section holds none under that key.
    public func value(forKey key: String) -> JSONValue? { index.settings[key]?.value }

    func setting(_ key: String) -> SettingIndex.Setting? { index.settings[key] }

    private var index: SettingIndex { storage.index.index(of: storage.content) }

    /// Whether both are one and the same storage, which says that they are equal, without looking at the settings.
    func isIdentical(to other: ActiveConfigSection) -> Bool { storage === other.storage }
}

extension ActiveConfigSection: Equatable {
    /// Whether both have one name and deeply equal contents: the order of members, and the way a number is spelled,
    /// make no difference.
    public static func == (left: ActiveConfigSection, right: ActiveConfigSection) -> Bool {
        if left.isIdentical(to: right) { return true }
        return left.name == right.name && left.content.isDeeplyEqual(to: right.content)
    }
}
