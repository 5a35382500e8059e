import ExperimentsCore
import ExperimentsOperator
import FirebaseTemplates

/// The template of the current source, and its draft.
struct TemplatesState: Sendable {
    /// Whether the source has a template that can be edited here.
    let isAvailable: Bool
    /// Whether the source can be previewed with the draft.
    let canPreview: Bool
    /// The workspace for editing the template; nil until it is read.
    var workspace: TemplateWorkspace?
    /// The current draft, which may have no edits; nil until it is read.
    private(set) var draft: TemplateDraft?
    /// The draft in words, `draft: 2 changes in 3 edits`; nil without a draft. It is stored because the header shows it
    /// in every frame, and counting the changes takes a comparison of two templates.
    private(set) var words: String?
    /// A number that identifies the current version on the screen.
    private(set) var revision = 0
    /// The reason why the template cannot be read; nil if it can.
    private(set) var problem: RefusalReason?
    /// The number of changes being written to the file.
    var pendingChanges = 0
    /// Whether the screen shows the values of the draft.
    var isPreviewed = false
    /// The keys whose values the draft changes for the persona, during a preview.
    var changedNames: Set<String> = []
    /// The current publication, if there is one.
    var publishing = PublishingState<TemplateOrigin>()
    /// The personas for which the panel of a publication shows values; empty until they are read.
    private(set) var personas: [NamedPersona] = []
    /// Whether to review the draft for publication once its changes are saved.
    private var reviewsWhenSaved = false
    /// The experiments and rollouts of the project.
    var studies = StudiesState()

    init(isAvailable: Bool, canPreview: Bool) {
        (self.isAvailable, self.canPreview) = (isAvailable, canPreview)
    }

    /// Stores the current draft.
    mutating func show(_ draft: TemplateDraft) {
        problem = nil
        guard self.draft != draft else { return }
        (self.draft, words) = (draft, nil)
        if !draft.difference.changes.isEmpty { words = "draft: " + TemplateWords.changes(of: draft) }
        revision += 1
    }

    /// Notes that neither the draft nor the published template can be read.
    mutating func fail(_ reason: RefusalReason) {
        (draft, problem, words) = (nil, reason, nil)
        revision += 1
    }
}

extension TemplatesState {
    /// Creates the state for the first source of a dashboard.
    init(_ session: DashboardSession) {
        let listed = session.sources.first { $0.name == session.currentSource }
        self.init(
            isAvailable: session.templates != nil && listed?.hasTemplate ?? true,
            canPreview: session.service.keeper is TemplateRemoteConfigKeeper)
    }

    /// Creates the state for another source that was just opened.
    init(_ source: DashboardSource, _ opened: OpenedSource) {
        self.init(isAvailable: source.hasTemplate, canPreview: opened.canPreview)
    }
}

/// A request about the template of the source.
package enum TemplateRequest: Sendable {
    /// Read the stored draft, if there is one.
    case recall
    /// Read the draft, or the published template if there is no draft.
    case open
    /// Change the draft as requested.
    case change(TemplateWorkspace.Change)
    /// Perform a request of a publication.
    case publication(TemplatePublication.Request)
    /// List the personas.
    case personas
    /// List the published versions.
    case versions
    /// Find out since when all users have got the same value for a key.
    case sameForAll(String, CatalogKey?)
    /// Read the experiments and rollouts of the project, and compare them with those read before.
    case studies(after: ProjectStudies?)
    /// Read the full content of some of these experiments.
    case studyDetails([StudyReference], in: ProjectStudies)
    /// Show the values of this template instead of the fetched ones; nil for the fetched ones.
    case preview(RemoteConfigTemplate?)
}

// The template of the source. It is read outside the state, and edited here before its file.
extension TemplatesState: Feature {
    enum Message: Sendable {
        /// Make an edit, and show it immediately. If it would end an experiment or a rollout, ask first.
        case edit(TemplateEdit)
        /// Make an edit that may end experiments and rollouts.
        case end([StudyReference], by: TemplateEdit)
        /// Undo the last edit, or redo it.
        case step(back: Bool)
        /// Discard the draft.
        case discard
        /// Switch to the values of the draft, or back.
        case togglePreview
        /// The source is about to be replaced by another one.
        case leave
        /// The source is fetched for another user.
        case personaChanged
        /// The source was fetched, or a fetch failed.
        case fetched(FetchRecord)
        /// Publish a draft, or restore an earlier version.
        case publish(TemplateInput.Action)
        /// Begin a publication of something else, such as a step of a rollout.
        case begin(TemplatePublication)
        /// A publication made progress, or its panel asks for a step.
        case publishing(PublishingStep<TemplateOrigin>)
        /// Rebase the draft onto another version, and review it there.
        case takeOver(PublishedTemplate)
        /// The answer to a request about the template of a source.
        case answered(TemplateRequest, TemplateAnswer, source: String?)
    }

    static let commands: [Command] = [.template, .previewDraft]

    static let readOnly = Effect.say("read-only: cannot change templates", .warning)

    mutating func update(_ message: Message, in context: DashboardState) -> [Effect] {
        switch message {
        case .edit(let edit): return make(edit, context)
        case .end(let studies, let edit): return make(edit, ending: studies, context)
        case .step(let back): return step(back: back, context)
        case .discard: return discard(context)
        case .togglePreview: return togglePreview(context)
        case .leave: return leave()
        case .personaChanged:
            notePreviewedNames(context)
            return []
        case .fetched(let record): return isAvailable ? studies.fetched(record, at: context.now) : []
        case .publish(let action): return publish(action, context)
        case .begin(let publication):
            guard !context.project.isReadOnly else { return [Self.readOnly] }
            return publishing.begin(publication) + [.template(.personas)]
        case .publishing(let step): return advance(step, context)
        case .takeOver(let published):
            reviewsWhenSaved = true
            return rebase(on: published, context)
        case .answered(let request, let answer, let name):
            return name == context.source.name ? answered(request, with: answer, context) : []
        }
    }

    /// Returns why the template is not available; nil if it is.
    func reasonUnavailable(_ sourceName: String) -> String? {
        guard !isAvailable else { return nil }
        return "\(sourceName) has no template to edit; only firebase-template and emulator sources have one"
    }

    /// Checks an edit without making it.
    ///
    /// - Returns: the reason why it is impossible; nil if it is possible, perhaps after confirmation.
    func problem(of edit: TemplateEdit, isReadOnly: Bool) -> TemplateEditProblem? {
        guard var draft else { return TemplateEditProblem("the template has not been read yet") }
        guard !isReadOnly else { return TemplateEditProblem("read-only: cannot change templates") }
        do throws(TemplateEditProblem) {
            for study in draft.studies(endedBy: edit) { try draft.make(.allowEnding(study)) }
            try draft.make(edit)
            return nil
        } catch {
            return error
        }
    }

    /// - Parameter allowed: the experiments and rollouts that the edit may end.
    private mutating func make(
        _ edit: TemplateEdit, ending allowed: [StudyReference] = [], _ context: DashboardState
    ) -> [Effect] {
        if let problem = problem(of: edit, isReadOnly: context.project.isReadOnly) {
            return [.say(problem.description, .error, seconds: 8)]
        }
        guard var draft else { return [] }
        let ended = draft.studies(endedBy: edit)
        guard Set(ended).isSubset(of: allowed) else {
            let effects = [Effect.send(\.templates, .end(ended, by: edit))]
            return [.open(confirmation(ending: ended, effects, context.project.localTime))]
        }
        let before = draft.template
        let made = (try? draft.make(together: ended.map(TemplateEdit.allowEnding) + [edit])) ?? []
        guard !made.isEmpty else { return [.say(TemplateWords.nothingToChange, .success, seconds: 3)] }
        show(draft)
        let effects = TemplateEffects.sentences(from: before, to: draft.template)
        let said = effects.first.map { [Effect.say($0, .warning, seconds: 6)] } ?? []
        return said + change(.make(made), context)
    }

    private mutating func step(back: Bool, _ context: DashboardState) -> [Effect] {
        guard !context.project.isReadOnly else { return [Self.readOnly] }
        guard var draft else { return [] }
        guard let edits = back ? draft.undo() : draft.redo() else {
            return [
                .say(back ? TemplateWords.nothingToUndo : TemplateWords.nothingToRedo, .warning, seconds: 3)
            ]
        }
        show(draft)
        let words = edits.map(\.description).joined(separator: "; ")
        let said = Effect.say("\(back ? "undone" : "redone"): \(words)", .success, seconds: 4)
        return [said] + change(back ? .undo : .redo, context)
    }

    private mutating func discard(_ context: DashboardState) -> [Effect] {
        guard let draft else { return [] }
        show(TemplateDraft(base: draft.base, in: draft.namespace))
        let said = Effect.say("discarded the draft", .success, seconds: 4)
        return [said] + (isPreviewed ? togglePreview(context) : []) + change(.discard, context)
    }

    /// Makes the change in the draft's file that was made on the screen.
    private mutating func change(_ change: TemplateWorkspace.Change, _ context: DashboardState) -> [Effect] {
        pendingChanges += 1
        return [.template(.change(change))] + preview(context)
    }

    private mutating func togglePreview(_ context: DashboardState) -> [Effect] {
        guard canPreview else {
            let words = "\(context.sourceName) shows what apps get; publish the draft to see its values"
            return [.say(words, .warning, seconds: 5)]
        }
        guard isPreviewed || words != nil else {
            return [.say("no draft to preview", .warning, seconds: 3)]
        }
        isPreviewed.toggle()
        guard !isPreviewed else { return preview(context) }
        changedNames = []
        return [.template(.preview(nil))]
    }

    /// Computes the values of the current draft, if the preview is on.
    private mutating func preview(_ context: DashboardState) -> [Effect] {
        guard isPreviewed, let draft else { return [] }
        notePreviewedNames(context)
        return [.template(.preview(draft.template))]
    }

    /// Notes which values the draft changes for the current user.
    private mutating func notePreviewedNames(_ context: DashboardState) {
        guard isPreviewed, let draft else { return }
        let instance = AppInstance(context.source.persona?.current ?? SourcePersona(), now: context.now)
        let before = ClientTemplate(draft.base.template).evaluate(for: instance)
        let after = ClientTemplate(draft.template).evaluate(for: instance)
        let names = Set(draft.base.template.parameters.map(\.key) + draft.template.parameters.map(\.key))
        changedNames = names.filter { before[$0] != after[$0] }
    }

    private mutating func leave() -> [Effect] {
        guard isPreviewed else { return [] }
        isPreviewed = false
        return [.template(.preview(nil))]
    }
}

// Answers.
extension TemplatesState {
    private mutating func answered(
        _ request: TemplateRequest, with answer: TemplateAnswer, _ context: DashboardState
    ) -> [Effect] {
        if case .change = request { pendingChanges -= 1 }
        switch answer {
        case .draft(let draft, let workspace):
            self.workspace = workspace
            // Later edits are still being written to the file.
            guard pendingChanges == 0 else { return [] }
            show(draft)
            let review = reviewsWhenSaved && words != nil ? publish(.draft(draft), context) : []
            reviewsWhenSaved = false
            // Nothing is left of the draft whose values are on the screen.
            return review + (isPreviewed && words == nil ? togglePreview(context) : preview(context))
        case .failed(let reason): return failed(request, because: reason, context)
        case .publication(let event): return advance(.event(event), context)
        case .personas(let personas):
            self.personas = personas
            return []
        case .versions(let versions):
            return [.tell(TemplateVersionsPanel.self) { $0.show(versions) }]
        case .studies(let studies): return self.studies.take(studies, of: request)
        case .sameForAll(let same):
            guard case .sameForAll(let name, _) = request else { return [] }
            return [.tell(KeyTimelinePanel.self) { $0.take(same, of: name) }]
        case .previewed(let count):
            let words = isPreviewed ? "preview on" : "preview off"
            let changes = CountText.count(count, "value changed", "values changed")
            return [.say("\(words): \(changes)", .success, seconds: 4, about: .view)]
        }
    }

    private mutating func failed(
        _ request: TemplateRequest, because reason: RefusalReason, _ context: DashboardState
    ) -> [Effect] {
        // A failure to extend a timeline is not reported. Failures of the source are reported by its fetches.
        if case .sameForAll = request { return [] }
        if case .studies = request { return studies.fail(reason) }
        let said = Effect.say(reason.lines.first ?? reason.message, .error, seconds: 12)
        switch request {
        case .open:
            fail(reason)
            return [said] + leave()
        // The file differs from the screen.
        case .change where pendingChanges == 0:
            reviewsWhenSaved = false
            return [said, .template(.open)]
        case .versions: return [said, .close(TemplateVersionsPanel.self)]
        case .publication(let request): return advance(.event(request.failed(reason)), context)
        case .recall, .change, .preview, .sameForAll, .studies, .studyDetails: return [said]
        case .personas: return []
        }
    }
}

// Publishing a draft and restoring an earlier version.
extension TemplatesState {
    private mutating func publish(_ action: TemplateInput.Action, _ context: DashboardState) -> [Effect] {
        guard let workspace else { return [] }
        // A publication may still be in progress.
        if publishing.current == nil {
            guard !context.project.isReadOnly else { return [Self.readOnly] }
            guard pendingChanges == 0 else {
                if case .draft = action {
                    reviewsWhenSaved = true
                    return []
                }
                return [.say("the draft is still being saved; try again", .warning, seconds: 3)]
            }
        }
        return publishing.begin(workspace.publication(of: action, for: context.project.keys)) + [
            .template(.personas)
        ]
    }

    private mutating func advance(_ step: PublishingStep<TemplateOrigin>, _ context: DashboardState)
        -> [Effect]
    {
        var published: PublishedTemplate?
        let note = publishing.current?.input.note
        let effects = publishing.take(step) { base in
            published = base
            return [.close(TemplateVersionsPanel.self)]
        }
        guard let published else { return effects }
        // A published draft is no longer a draft.
        return effects + takeOver(published, context) + [
            .send(\.rollouts, .published(published, note: note)), .send(\.fetching, .start(.manual)),
        ]
    }

    /// Rebases the draft onto another version, without the edits that do not apply there.
    private mutating func takeOver(_ published: PublishedTemplate, _ context: DashboardState) -> [Effect] {
        if let draft { show(draft.rebased(on: published).draft) }
        return change(.rebase(published), context)
    }

    /// Rebases the draft onto another version, and says what became of its edits.
    private mutating func rebase(on published: PublishedTemplate, _ context: DashboardState) -> [Effect] {
        guard let rebase = draft?.rebased(on: published) else { return [] }
        let said = Effect.say(TemplateWords.rebased(rebase), .success, seconds: 8)
        return [said] + takeOver(published, context)
    }
}

extension Command {
    static let template: Command = Command(
        "template", title: "Edit the source's template", in: .overriding, keys: ["T"],
        footer: FooterPlace("template", at: .others(4)) { $0.reasonDisabled(.template) == nil },
        shell: "experiments template set KEY VALUE",
        whyNot: { $0.templates.reasonUnavailable($0.sourceName) },
        run: { [.open(TemplatePanel($0, at: $0.selectedName)), .template(.open)] })
    static let previewDraft: Command = Command(
        "preview-draft", title: "Toggle draft preview", in: .overriding,
        shell: "experiments template draft show --template",
        whyNot: { $0.templates.reasonUnavailable($0.sourceName) },
        run: { _ in [.send(\.templates, .togglePreview)] })
}
