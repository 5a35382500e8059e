import ExperimentsCore

extension OverrideProfile {
    /// `{"name", "author", "savedAt", "overrides": [{"name", "value", "enabled", "note"}]}`.
    var document: Document {
        [
            "name": name, "author": author, "savedAt": savedAt,
            "overrides": overrides.names.compactMap { name -> Document? in
                overrides[name].map { override in
                    [
                        "name": name, "value": override.value, "enabled": override.isEnabled,
                        "note": override.note,
                    ]
                }
            },
        ]
    }
}

extension OverrideSetDifference {
    /// The changes that a profile makes: `[{"name", "change", "before", "after"}]`.
    var document: [Document] {
        changes.map { change in
            [
                "name": change.name, "change": change.word, "before": change.before?.value,
                "after": change.after?.value,
            ]
        }
    }
}
