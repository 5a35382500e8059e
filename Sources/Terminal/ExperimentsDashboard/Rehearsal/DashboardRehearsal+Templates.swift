import ExperimentsCore
import ExperimentsOperator
import FirebaseTemplates

/// The draft of a template in memory alone, for a rehearsal: nothing of it is kept, or published.
struct RehearsedTemplate {
    /// Reads the draft as it is; nil if the source has no template.
    let read: () throws -> (draft: TemplateDraft, workspace: TemplateWorkspace)?
    private let keeper: TemplateRemoteConfigKeeper?
    private var known: (draft: TemplateDraft, workspace: TemplateWorkspace)?

    init(
        _ session: DashboardSession, read: @escaping () throws -> (draft: TemplateDraft, workspace: TemplateWorkspace)?
    ) {
        self.read = read
        keeper = session.service.keeper as? TemplateRemoteConfigKeeper
    }

    /// Returns the answer to a request, and the new values of the source if they change.
    mutating func answer(_ request: TemplateRequest) -> (answer: TemplateAnswer?, snapshot: Snapshot?) {
        do {
            switch request {
            case .recall, .publication, .versions, .sameForAll: return (nil, nil)
            case .open: break
            case .change(let request): try change(request.change)
            case .preview(let template):
                guard let keeper else { return (nil, nil) }
                let before = keeper.snapshot
                keeper.setDraft(template)
                let count = SnapshotDifference(from: before, to: keeper.snapshot).count
                return (.previewed(changedCount: count), keeper.snapshot)
            }
            known = try known ?? read()
            return (known.map { .draft($0.draft, TemplateWorkspaceReference($0.workspace)) }, nil)
        } catch {
            return (.failed(TemplateRefusalReason(error)), nil)
        }
    }

    private mutating func change(_ change: TemplateWorkspace.Change) throws {
        switch change {
        case .make(let edits): for edit in edits { try known?.draft.make(edit) }
        case .undo: known?.draft.undo()
        case .redo: known?.draft.redo()
        case .discard: if let base = known?.draft.base { known?.draft = TemplateDraft(base: base) }
        case .rebase(let other): if let draft = known?.draft { known?.draft = draft.rebased(on: other).draft }
        }
    }
}
