import ExperimentsCore

/// The settings of one section by key.
final class SettingIndex: Sendable {
    let keys: [String]
    let values: [String: JSONValue]

    init(_ section: JSONValue) {
        let settings = section.object?["settings"]?.object?.members ?? []
        var keys: [String] = []
        var values = [String: JSONValue](minimumCapacity: settings.count)
        keys.reserveCapacity(settings.count)
        for setting in settings {
            guard let value = setting.value.object?["value"] else { continue }
            keys.append(setting.name)
            values[setting.name] = value
        }
        self.keys = keys
        self.values = values
    }
}
