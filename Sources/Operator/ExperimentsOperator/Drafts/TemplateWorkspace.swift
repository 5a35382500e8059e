import ExperimentsCore
import FirebaseTemplates

/// The template of a source that is edited: where it is published, and its draft.
package struct TemplateWorkspace: Sendable {
    /// What the project calls the source.
    package let source: String
    /// What its values are for, for example `production`.
    package let environment: String?
    /// Where the template is read from and published to.
    package let origin: TemplateOrigin
    /// Where the draft is kept.
    package let store: TemplateDraftStore

    package init(source: String, environment: String?, origin: TemplateOrigin, besideOverridesAt path: String) {
        (self.source, self.environment, self.origin) = (source, environment, origin)
        store = TemplateDraftStore(of: source, from: origin.identity, besideOverridesAt: path)
    }

    /// A change of the draft.
    package enum Change: Sendable {
        /// Makes edits, all of them or none. Where there is no draft, one is begun on what is published.
        case make([TemplateEdit])
        /// Takes the last edit back.
        case undo
        /// Makes the edit again that was taken back last.
        case redo
        /// Throws the draft away.
        case discard
        /// Takes the draft over to another version, without the edits that do not apply there.
        case rebase(PublishedTemplate)
    }

    /// The draft as it is kept; one without edits on what is published where there is none.
    ///
    /// - Throws: `FileProblem` for a draft that cannot be read, or why what is published cannot be.
    package func draft() async throws -> TemplateDraft {
        if let draft = try store.read() { return draft }
        return TemplateDraft(base: try await origin.published())
    }

    /// Changes the draft, and keeps it.
    ///
    /// - Returns: the draft as it is then; nil where none is left.
    /// - Throws: `TemplateEditProblem`, `FileProblem`, or why what is published cannot be read. Nothing is changed then.
    @discardableResult
    package func change(_ change: Change) async throws -> TemplateDraft? {
        var base: PublishedTemplate?
        if case .make = change, try store.read() == nil { base = try await origin.published() }
        return try store.change { draft in
            switch change {
            case .make(let edits):
                guard var edited = draft ?? base.map(TemplateDraft.init) else {
                    throw TemplateEditProblem(
                        "the draft was published or discarded in the meantime", advice: "make the edit again")
                }
                for edit in edits { try edited.make(edit) }
                if draft != nil || !edited.edits.isEmpty { draft = edited }
            case .undo:
                guard draft?.undo() != nil else { throw TemplateEditProblem("there is no edit to undo") }
            case .redo:
                guard draft?.redo() != nil else { throw TemplateEditProblem("no edit was undone since the last one") }
            case .discard: draft = nil
            case .rebase(let other):
                let rebased = draft?.rebased(on: other).draft
                draft = rebased?.edits.isEmpty == true ? nil : rebased
            }
            return draft
        }
    }

    /// The way to publish something here.
    package func publication(of deed: TemplatePublication.Deed, note: String? = nil) -> TemplatePublication {
        TemplatePublication(deed, to: origin.title, called: origin.name, environment: environment, note: note)
    }
}
