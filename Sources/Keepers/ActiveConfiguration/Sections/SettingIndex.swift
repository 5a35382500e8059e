import ExperimentsCore

/// The settings of one section by key.
final class SettingIndex: Sendable {
    /// A setting's value; for a number also what it is worth, because that takes longer to find out than to look up.
    struct Setting: Sendable {
        let value: JSONValue
        let number: Double?
    }

    let keys: [String]
    let settings: [String: Setting]

    init(_ section: JSONValue) {
        let members = section.object?["settings"]?.object?.members ?? []
        var keys: [String] = []
        var settings = [String: Setting](minimumCapacity: members.count)
        keys.reserveCapacity(members.count)
        for member in members {
            guard let value = member.value.object?["value"] else { continue }
            keys.append(member.name)
            settings[member.name] = Setting(value: value, number: value.double)
        }
        self.keys = keys
        self.settings = settings
    }
}
