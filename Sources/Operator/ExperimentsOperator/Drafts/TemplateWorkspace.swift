import ExperimentsCore
import FirebaseTemplates
import Foundation

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

    package init(source: String, environment: String?, origin: TemplateOrigin, besideOverridesAt path: String)
    {
        (self.source, self.environment, self.origin) = (source, environment, origin)
        store = TemplateDraftStore(of: source, from: origin.identity, besideOverridesAt: path)
    }

    /// A change to the draft.
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
        return TemplateDraft(base: try await origin.published(), in: origin.namespace)
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
        return try await OwnThread.run { [self, base] in
            try store.change { draft in
                try make(change, of: &draft, on: base)
                return draft
            }
        }
    }

    /// - Parameter base: the published template, for a draft that does not exist yet.
    private func make(
        _ change: Change, of draft: inout TemplateDraft?, on base: PublishedTemplate?
    ) throws(TemplateEditProblem) {
        switch change {
        case .make(let edits):
            guard var edited = draft ?? base.map({ TemplateDraft(base: $0, in: origin.namespace) }) else {
                throw TemplateEditProblem(
                    "the draft was published or discarded by another program", advice: "make the edit again")
            }
            try edited.make(together: edits)
            if draft != nil || !edited.edits.isEmpty { draft = edited }
        case .undo:
            guard draft?.undo() != nil else { throw TemplateEditProblem(TemplateWords.nothingToUndo) }
        case .redo:
            guard draft?.redo() != nil else { throw TemplateEditProblem(TemplateWords.nothingToRedo) }
        case .discard: draft = nil
        case .rebase(let other):
            let rebased = draft?.rebased(on: other).draft
            // Edits that were dropped can be redone.
            let isNothing = rebased?.steps.isEmpty == true && rebased?.undoneSteps.isEmpty == true
            draft = isNothing ? nil : rebased
        }
    }

    /// Returns a publication for this template.
    ///
    /// - Parameter keys: the keys of the app, for checking new values.
    package func publication(
        of action: TemplateInput.Action, note: String? = nil, for keys: [CatalogKey] = [],
        ending: Set<StudyReference> = []
    ) -> TemplatePublication {
        TemplatePublication(
            TemplateInput(action, note: note, keys: keys, ending: ending), to: origin.title,
            consent: PublicationConsent(in: environment, called: origin.name))
    }
}

/// Stores the draft of a source's template in a separate file, so that it survives the end of the program:
/// `drafts/staging.json`.
///
/// It is changed under a lock, written as a whole, and readable only by its owner. A file that cannot be read is never
/// overwritten.
package struct TemplateDraftStore: Sendable, Hashable {
    /// The largest file that is read and written, in bytes.
    package static let sizeLimit = 100_000_000

    /// The path of the file, which need not exist yet.
    package let path: String
    /// The identity of the template's origin. A draft for another origin is not used.
    package let origin: String

    /// Creates the store for the draft of a source, next to the overrides of its project.
    package init(of source: String, from origin: String, besideOverridesAt path: String) {
        let folder = PathText.join(PathText.folder(of: path), "drafts")
        self.path = PathText.join(folder, Self.fileName(of: source) + ".json")
        self.origin = origin
    }

    /// Returns a file name for any name: other bytes become for example `%2F`.
    private static func fileName(of source: String) -> String {
        source.percentEncoded { $0.isASCIILetterOrDigit || "-_".utf8.contains($0) }
    }

    /// Reads the draft; nil if there is none.
    ///
    /// - Throws: `FileProblem`, with the place if the content is wrong.
    package func read() throws(FileProblem) -> TemplateDraft? {
        guard let bytes = try FileBytes.readIfPresent(path, limit: Self.sizeLimit) else { return nil }
        let advice = "move the file away to start a new draft; nothing was changed"
        let draft: TemplateDraft
        do throws(TemplateProblem) {
            draft = try TemplateDraft(parsing: bytes)
        } catch {
            throw FileProblem(
                path: path, message: error.summary, line: error.line, column: error.column,
                advice: error.advice ?? advice)
        }
        let other = (try? JSONValue(parsing: bytes))?.object?["origin"]?.string
        guard other == nil || other == origin else {
            throw FileProblem(
                path: path,
                message:
                    "is a draft of \(Quotation.of(other ?? "", limit: 300)), but the source is \(origin) now",
                advice: "publish or discard it with that source, or move the file away; nothing was changed")
        }
        return draft
    }

    /// Changes the draft under a lock. The file is removed if no draft remains.
    ///
    /// - Parameter change: changes the draft, which is nil if there is none.
    /// - Throws: `FileProblem`, or what `change` throws. The file is then unchanged.
    package func change<Result>(_ change: (inout TemplateDraft?) throws -> Result) throws -> Result {
        try FileLock.whileHeld(guarding: path) {
            let old = try read()
            var draft = old
            let result = try change(&draft)
            if draft != old { try write(draft) }
            return result
        }
    }

    private func write(_ draft: TemplateDraft?) throws(FileProblem) {
        guard let draft else { return try remove() }
        var members = draft.json
        members["origin"] = .string(origin)
        try AtomicFile.write(
            JSONValue.object(members).prettyBytes, to: path, permissions: .ownerOnly, limit: Self.sizeLimit)
    }

    private func remove() throws(FileProblem) {
        guard unlink(path) == 0 || errno == ENOENT else {
            throw FileProblem(path: path, doing: "remove", code: errno)
        }
    }
}
