import ExperimentsCore

extension DifferenceRequest {
    /// The overrides that there are, and those of a profile. Who set them, and when, is left out: it always differs.
    package init(_ overrides: OverrideSet, and profile: OverrideProfile) {
        self.init(
            "profile \(profile.name)", oldSide: "overrides now", old: Self.text(of: overrides), newSide: "profile",
            new: Self.text(of: profile.overrides))
    }

    private static func text(of overrides: OverrideSet) -> String {
        var members = JSONObject()
        for name in overrides.names {
            guard let override = overrides[name] else { continue }
            var entry = JSONObject()
            entry["value"] = .string(override.value)
            if !override.isEnabled { entry["enabled"] = false }
            entry["note"] = override.note.map(JSONValue.string)
            let end = OverrideExpiry(of: override).text
            if !end.isEmpty { entry["ends"] = .string(end) }
            members[name] = .object(entry)
        }
        return JSONValue.object(members).compactText
    }
}
