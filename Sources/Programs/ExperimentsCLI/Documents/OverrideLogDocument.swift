import ExperimentsCore
import ExperimentsOperator

extension OverrideStep {
    /// `{"step", "action", "of", "title", "author", "program", "at", "changes"}`.
    var document: Document {
        [
            "step": number, "action": kind.word, "of": kind == .edit ? nil : subject, "title": title,
            "author": origin.author, "program": origin.program, "at": at.precise, "changes": changes.map(\.document),
        ]
    }
}

extension OverrideSetDifference.Change {
    /// The old and the new override of a key: `{"name", "app", "installation", "change", "before", "after"}`.
    var document: Document {
        [
            "name": address.name, "app": address.scope.app, "installation": address.scope.installation, "change": word,
            "before": before.map { EntryDocument($0).members }, "after": after.map { EntryDocument($0).members },
        ]
    }
}
