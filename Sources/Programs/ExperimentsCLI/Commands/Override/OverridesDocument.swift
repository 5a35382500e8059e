import ExperimentsCore
import ExperimentsOperator
import ExperimentsTeam
import Foundation

/// The overrides as JSON: `{"schema": 1, "path", "layers", "changed", "overrides": [{"name", "app", "installation",
/// "value", …, "layer", "warnings"}]}`. One for everyone has no `app`.
struct OverridesDocument {
    /// The document.
    let json: JSONValue

    /// - Parameters:
    ///   - listed: the overrides.
    ///   - changed: the names that the command changed; nil for one that changes nothing.
    init(
        _ target: OverrideTarget, _ listed: [ListedOverride], changed: [String]?, at now: Date
    ) {
        let layers = target.store.layers
        var members = JSONObject()
        members["schema"] = .number(DocumentSchema.version)
        members["path"] = .string(
            target.team?.place ?? URL(fileURLWithPath: target.path).standardizedFileURL.path)
        if !layers.isEmpty { members["layers"] = .array(layers.map { .string($0.name) }) }
        members["changed"] = changed.map { .array($0.map(JSONValue.string)) }
        members["overrides"] = .array(
            listed.map { listed in
                var entry = JSONObject()
                entry["name"] = .string(listed.name)
                entry["app"] = listed.scope.app.map(JSONValue.string)
                entry["installation"] = listed.scope.installation.map(JSONValue.string)
                let isActive = listed.override.isActive(at: now) && !listed.warnings.contains(.expired)
                for member in EntryDocument(listed.override, isActive: isActive).members.members {
                    entry[member.name] = member.value
                }
                entry["layer"] = listed.layer.map(JSONValue.string)
                entry["warnings"] = .array(listed.warnings.map(Self.json))
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
