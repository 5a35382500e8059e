import ExperimentsCore
import FirebaseTemplates

/// The template of a source with its draft.
package struct TemplateWorkspace: Sendable {
    /// The name of the source in the project.
    package let source: String
    /// The environment, for example `production`.
    package let environment: String?
    /// The origin from which the template is read, and to which it is published.
    package let origin: TemplateOrigin
    /// The store of the draft.
    package let store: TemplateDraftStore

    package init(source: String, environment: String?, origin: TemplateOrigin, besideOverridesAt path: String) {
        (self.source, self.environment, self.origin) = (source, environment, origin)
        store = TemplateDraftStore(of: source, from: origin.identity, besideOverridesAt: path)
    }

    /// A change of the draft.
    package enum Change: Sendable {
        /// Applies edits, all or none. If there is no draft, one is begun on the published template.
        case make([TemplateEdit])
        /// Undoes the last edit.
        case undo
        /// Redoes the edit that was undone last.
        case redo
        /// Discards the draft.
        case discard
        /// Applies the draft to another version, without the edits that do not apply there.
        case rebase(PublishedTemplate)
    }

    /// Returns the stored draft, or one without edits on the published template if there is none.
    ///
    /// - Throws: `FileProblem` if the draft cannot be read, or the reason why the published template cannot.
    package func draft() async throws -> TemplateDraft {
        if let draft = try store.read() { return draft }
        return TemplateDraft(base: try await origin.published())
    }

    /// Changes the draft, and stores it.
    ///
    /// - Returns: the changed draft; nil if none remains.
    /// - Throws: `TemplateEditProblem`, `FileProblem`, or the reason why the published template cannot be read.
    ///   Nothing is changed then.
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
                guard draft?.undo() != nil else { throw TemplateEditProblem(TemplateWords.nothingToUndo) }
            case .redo:
                guard draft?.redo() != nil else { throw TemplateEditProblem(TemplateWords.nothingToRedo) }
            case .discard: draft = nil
            case .rebase(let other):
                let rebased = draft?.rebased(on: other).draft
                draft = rebased?.edits.isEmpty == true ? nil : rebased
            }
            return draft
        }
    }

    /// Returns a publication for this template.
    ///
    /// - Parameter keys: the keys that the app reads, by which new values are checked.
    package func publication(
        of action: TemplatePublication.Action, note: String? = nil, for keys: [CatalogKey] = []
    ) -> TemplatePublication {
        TemplatePublication(
            action, to: origin.title, called: origin.name, environment: environment, note: note, keys: keys)
    }
}
