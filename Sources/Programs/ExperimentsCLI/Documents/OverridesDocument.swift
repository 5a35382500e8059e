import ExperimentsCore
import Foundation

/// The overrides as JSON: `{"schema": 1, "path", "layers", "changed", "overrides": [{"name", "value", …, "layer",
/// "warnings"}]}`.
struct OverridesDocument {
    /// The document.
    let json: JSONValue

    /// - Parameters:
    ///   - warnings: what is odd about each, by name.
    ///   - changed: the names that the command changed; nil for one that changes nothing.
    init(
        _ target: OverrideTarget, warnings: [String: [OverrideWarning]], changed: [String]?, at now: Date
    ) {
        let overrides = target.store.overrides
        let layers = target.store.layers
        var members = JSONObject()
        members["schema"] = .number(DocumentSchema.version)
        members["path"] = .string(URL(fileURLWithPath: target.path).standardizedFileURL.path)
        if !layers.isEmpty { members["layers"] = .array(layers.map { .string($0.name) }) }
        members["changed"] = changed.map { .array($0.map(JSONValue.string)) }
        members["overrides"] = .array(
            overrides.names.compactMap { name in
                guard let override = overrides[name] else { return nil }
                var entry = JSONObject()
                entry["name"] = .string(name)
                let warnings = warnings[name] ?? []
                let isActive = override.isActive(at: now) && !warnings.contains(.expired)
                for member in EntryDocument(override, isActive: isActive).members.members {
                    entry[member.name] = member.value
                }
                entry["layer"] = layers.supplier(of: name).map { .string($0.name) }
                entry["warnings"] = .array(warnings.map(Self.json))
                return .object(entry)
            })
        json = .object(members)
    }

    /// The document with the step that changed the overrides, as member `step`.
    func adding(_ step: OverrideStep) -> JSONValue {
        var members = json.object ?? JSONObject()
        members["step"] = OverrideLogDocument.json(of: step)
        return .object(members)
    }

    private static func json(of warning: OverrideWarning) -> JSONValue {
        ["warning": .string(warning.word), "explanation": .string(warning.explanation)]
    }
}
