import ExperimentsCore

/// A named group of settings. It is a value: a section that was read does not change with the configuration.
///
/// Copies share their storage.
public struct ActiveConfigSection: Sendable {
    /// A setting's value and, for a number, that number as a `Double`, so that a read need not parse it.
    struct Setting: Sendable {
        let value: JSONValue
        let number: Double?
    }

    private final class Storage: Sendable {
        let name: String
        let content: JSONValue
        let keys: [String]
        let settings: [String: Setting]

        init(name: String, content: JSONValue) {
            self.name = name
            self.content = content
            let members = content.object?["settings"]?.object?.members ?? []
            var keys: [String] = []
            var settings = [String: Setting](minimumCapacity: members.count)
            for member in members {
                guard let value = member.value.object?["value"] else { continue }
                keys.append(member.name)
                settings[member.name] = Setting(value: value, number: value.double)
            }
            (self.keys, self.settings) = (keys, settings)
        }
    }

    private let storage: Storage

    /// Creates a section from a configuration document.
    ///
    /// - Parameters:
    ///   - name: the section's name in `config_sections`.
    ///   - content: the value under that name: an object whose member `settings` holds one object with a `value` for each
    ///     setting. If it has another shape, the section has no settings.
    public init(name: String, content: JSONValue) {
        storage = Storage(name: name, content: content)
    }

    /// Creates a section of `settings`, by key.
    public init(name: String, settings: KeyValuePairs<String, JSONValue>) {
        var members = JSONObject()
        for (key, value) in settings { members[key] = ["value": value] }
        self.init(name: name, content: ["settings": .object(members)])
    }

    /// The name by which the document lists the section.
    public var name: String { storage.name }

    /// The object that the document holds under the section's name; an empty one if that is no object.
    public var content: JSONObject { storage.content.object ?? JSONObject() }

    /// The value that the document holds under the section's name.
    var written: JSONValue { storage.content }

    /// The keys of the settings that have a value, in the order of the document.
    public var keys: [String] { storage.keys }

    /// The value of a setting; nil if the section has none with that key. A setting that is `null` has the value `.null`.
    public subscript(key: String) -> JSONValue? { storage.settings[key]?.value }

    /// The value of a setting; nil if the section has none with that key.
    public func value(forKey key: String) -> JSONValue? { storage.settings[key]?.value }

    func setting(_ key: String) -> Setting? { storage.settings[key] }

    /// Whether both share their storage, so that they are equal without a look at the settings.
    func isIdentical(to other: ActiveConfigSection) -> Bool { storage === other.storage }
}

extension ActiveConfigSection: Equatable {
    /// Whether both have the same name and deeply equal contents: the order of members and the spelling of numbers make no
    /// difference.
    public static func == (left: ActiveConfigSection, right: ActiveConfigSection) -> Bool {
        if left.isIdentical(to: right) { return true }
        return left.name == right.name && left.content.isDeeplyEqual(to: right.content)
    }
}
