import ExperimentsCore
import ExperimentsOperator
import FirebaseTemplates

/// The template behind the source that is shown, and its draft.
struct TemplatesState: Sendable {
    /// Whether the source has a template that can be edited here.
    let isAvailable: Bool
    /// Whether the source can be looked at as it would be with the draft.
    let canPreview: Bool
    /// Where the template is edited; nil until it was read.
    var workspace: TemplateWorkspace?
    /// The draft as it is on screen, perhaps without edits; nil until it was read.
    private(set) var draft: TemplateDraft?
    /// The number of changes in the draft; 0 if there is none. It is kept, because the header shows it in every frame and
    /// it takes a comparison of two templates to count them.
    private(set) var changeCount = 0
    /// Tells what is on screen from what was.
    private(set) var revision = 0
    /// Why the template cannot be read, if it can't.
    private(set) var problem: TemplateRefusalReason?
    /// The number of changes that are being written to the file.
    var pendingChanges = 0
    /// Whether the values on screen are those of the draft.
    var isPreviewed = false
    /// The keys whose values the draft changes for the persona, while it is looked at.
    var changedNames: Set<String> = []
    /// The publication that is under way.
    var publication: TemplatePublication?

    init(isAvailable: Bool, canPreview: Bool) {
        (self.isAvailable, self.canPreview) = (isAvailable, canPreview)
    }

    /// Takes a draft as it is now.
    mutating func show(_ draft: TemplateDraft) {
        problem = nil
        guard self.draft != draft else { return }
        (self.draft, changeCount) = (draft, draft.difference.changes.count)
        revision += 1
    }

    /// Neither the draft nor what is published can be read.
    mutating func fail(_ reason: TemplateRefusalReason) {
        (draft, problem, changeCount) = (nil, reason, 0)
        revision += 1
    }

    /// `draft: 3 changes`; nil without a draft.
    var words: String? {
        changeCount == 0 ? nil : "draft: \(TemplateWords.changes(changeCount))"
    }
}

extension TemplatesState {
    /// Creates the state for the source with which a dashboard is opened.
    init(_ session: DashboardSession) {
        let listed = session.sources.first { $0.name == session.currentSource }
        self.init(
            isAvailable: session.templates != nil && listed?.hasTemplate ?? true,
            canPreview: session.service.keeper is TemplateRemoteConfigKeeper)
    }

    /// Creates the state for another source, which was just opened.
    init(_ source: DashboardSource, _ opened: OpenedSource) {
        self.init(isAvailable: source.hasTemplate, canPreview: opened.canPreview)
    }
}

/// A request about the template of the source.
public enum TemplateRequest: Sendable {
    /// Read the draft that was kept, if there is one.
    case recall
    /// Read the draft, or the published template if there is no draft.
    case open
    /// Change the draft, as the request says.
    case change(TemplateChangeRequest)
    /// Do what a publication asks for.
    case publication(TemplatePublication.Request)
    /// List the versions that were published.
    case versions
    /// Find out since when all users have got the same value of a key.
    case sameForAll(String, CatalogKey?)
    /// Show the values of this template in place of those that are fetched; nil for those.
    case preview(RemoteConfigTemplate?)
}

/// A change of the draft.
public struct TemplateChangeRequest: Sendable {
    let change: TemplateWorkspace.Change

    init(_ change: TemplateWorkspace.Change) { self.change = change }
}

/// The answer to a request.
public enum TemplateAnswer: Sendable {
    /// The draft as it is, and where it is edited.
    case draft(TemplateDraft, TemplateWorkspaceReference)
    /// It was not done, or could not be read.
    case failed(TemplateRefusalReason)
    /// The result of a step of a publication.
    case publication(TemplatePublication.Event)
    /// The versions, newest first.
    case versions([TemplateVersion])
    /// The time since which all users have got the same value of a key; nil if they do not.
    case sameForAll(UniformValue?)
    /// The number of values that differ now.
    case previewed(changedCount: Int)
}

/// Where a template is edited, as it is passed on.
public struct TemplateWorkspaceReference: Sendable {
    let workspace: TemplateWorkspace

    init(_ workspace: TemplateWorkspace) { self.workspace = workspace }
}
