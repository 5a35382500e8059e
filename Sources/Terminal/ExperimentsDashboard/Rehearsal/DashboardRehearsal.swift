import ExperimentResults
import ExperimentsCore
import ExperimentsOperator
import ExperimentsProject
import FirebaseTemplates
import Foundation

/// A dashboard that runs without a terminal, without waiting, and without outside changes, for pictures and tests.
///
/// The caller supplies the results of fetches. Overrides are set, removed and undone only in memory, and so are the
/// edits of a template. Commands that need a terminal or an editor do nothing.
public struct DashboardRehearsal {
    /// Returns the events of a fetch at a time, as a service sends them.
    public typealias Source = (_ trigger: FetchTrigger, _ now: Date) -> [ServiceEvent]

    /// The current state of the dashboard.
    package private(set) var state: DashboardState
    /// Whether the dashboard was closed.
    public private(set) var isOver = false
    /// Returns the values of keys for several personas, or at several sources; nil to leave such requests unanswered.
    package var evaluate: ((MatrixRequest) -> MatrixAnswer)?
    /// Returns the results of experiments at a time, read when they are shown; nil if no experiments are declared.
    package var results: ((Date) -> Result<[ExperimentStanding], any Error>)?
    private var resultsReadAt: Date?
    /// Returns the state of the apps while some overrides are active; nil if none are linked except those that the
    /// project's file knows.
    package var linkedApps: ((_ overrides: OverrideSet, _ now: Date) -> KnownApps)? {
        didSet { tellApps() }
    }
    private let source: Source
    private let keeper: any RemoteConfigKeeper
    private let personas: PersonaLibrary?
    private let projectEditor: ProjectFileEditor?
    private var overrides: OverrideSet
    private var template: RehearsedTemplate

    /// Creates a dashboard that was just opened and has started its first fetch.
    ///
    /// - Parameters:
    ///   - session: what the dashboard shows.
    ///   - options: the options of the dashboard.
    ///   - size: the size of the terminal.
    ///   - now: the time at the start. Only scripts advance it.
    ///   - source: answers fetches.
    public init(
        _ session: DashboardSession, options: DashboardOptions, size: CellSize, now: Date,
        source: @escaping Source
    ) {
        self.init(session, options: options, size: size, now: now, template: { nil }, source: source)
    }

    /// - Parameter template: reads the draft of the source's template; nil if it has none.
    package init(
        _ session: DashboardSession, options: DashboardOptions, size: CellSize, now: Date,
        template: @escaping () throws -> (draft: TemplateDraft, workspace: TemplateWorkspace)?,
        source: @escaping Source
    ) {
        // Changes to overrides are only in memory, so no journal records them.
        var session = session
        session.journal = nil
        state = DashboardState(session: session, options: options, size: size, now: now)
        overrides = state.source.report.overrides
        self.source = source
        keeper = session.service.keeper
        personas = session.personas
        self.template = RehearsedTemplate(session, read: template)
        projectEditor = session.projectEditor
        take(.tick, at: now)
        if let document = try? session.appsFile?.read() {
            take(.to(\.apps, .changed(KnownApps(document, at: now))), at: now)
        }
    }

    /// Runs a script.
    public mutating func play(_ script: KeyScript) {
        for step in script.steps where !isOver {
            switch step {
            case .press(let press): take(.input(.key(press)))
            case .type(let text): for character in text { take(.input(.key(KeyPress(character)))) }
            case .wait(let duration): pass(duration)
            }
            readResults()
        }
    }

    /// Shows a screen.
    public mutating func show(_ screen: Screen) {
        state.show(screen)
        readResults()
    }

    /// Returns the current screen, in at most this many colors.
    public func frame(depth: ColorDepth) -> Frame {
        DashboardView.frame(of: state, theme: state.shownTheme.adapted(to: depth))
    }

    /// Lets time pass second by second, as for a running dashboard.
    private mutating func pass(_ duration: Duration) {
        let end = state.now + duration.inSeconds
        while state.now + 1 <= end {
            take(.tick, at: state.now + 1)
            readResults()
        }
        if state.now < end { take(.tick, at: end) }
        tellApps()
    }

    private mutating func tellApps() {
        guard let known = linkedApps?(overrides, state.now) else { return }
        take(.to(\.apps, .changed(known)), at: state.now)
    }

    private mutating func readResults() {
        guard state.screen == .experiments, resultsReadAt != state.now, let results else { return }
        resultsReadAt = state.now
        take(.to(\.experiments, .read(results(state.now))), at: state.now)
    }

    private mutating func answer(_ request: TemplateRequest) {
        let (answer, snapshot) = template.answer(request)
        if let snapshot { showView(snapshot, isDraft: state.templates.isPreviewed) }
        if let answer {
            take(.to(\.templates, .answered(request, answer, source: state.source.name)), at: state.now)
        }
    }

    /// Shows the values of a view, or the source's own again.
    private mutating func showView(_ snapshot: Snapshot, isDraft: Bool) {
        let isOwn = !isDraft && state.source.persona?.words == nil
        take(.viewed(isOwn ? nil : snapshot, source: state.source.name), at: state.now)
    }

    /// Answers what only some sources know.
    private mutating func inquire(_ effect: Effect) {
        switch effect {
        case .explain(let request):
            guard let keeper = keeper as? any ExplainingKeeper else { return }
            take(
                .to(\.shown.source, .explained(request, keeper.explanation(of: request.name))), at: state.now)
        case .readConditions(let number):
            let names = KnownSource.conditionalKeys(of: keeper)
            take(.to(\.apps, .conditionsRead(names, number: number)), at: state.now)
        case .readPersonaFields:
            guard let keeper = keeper as? any PersonaKeeper else { return }
            take(.to(\.shown.source, .personaFields(keeper.personaFieldNames)), at: state.now)
        case .setPersona(let persona):
            guard let keeper = keeper as? any PersonaKeeper else { return }
            let before = keeper.snapshot
            keeper.setPersona(persona)
            showView(keeper.snapshot, isDraft: state.templates.isPreviewed)
            let count = SnapshotDifference(from: before, to: keeper.snapshot).count
            take(.to(\.shown.source, .personaSet(changedCount: count)), at: state.now)
        default: break
        }
    }

    private mutating func take(_ message: Message, at date: Date? = nil) {
        for effect in state.update(message, at: date) {
            switch effect {
            case .fetch(let trigger):
                for event in source(trigger, state.now) { take(.service(event), at: state.now) }
            case .resolve(let request): take(.resolved(request.resolved()), at: state.now)
            case .prepare(let request): take(.prepared(request.prepared()))
            case .compare(let request): take(.to(\.comparison, .compared(request.compared())))
            case .differ(let request): take(.differed(request.compared().completed()))
            case .editOverrides(let edit):
                let before = overrides
                try? edit.apply(to: &overrides)
                let update = OverrideUpdate(before: before, after: overrides)
                take(.overridesEdited(OverrideAnswer(edit, .success(update))), at: state.now)
                tellApps()
            case .template(let request): answer(request)
            case .editProject(let request):
                guard let projectEditor else { break }
                take(.projectEditAnswered(request.rehearsed(with: projectEditor)), at: state.now)
            case .copy(let text): take(.copied(text, CopyOutcome(places: [.desktop])), at: state.now)
            case .evaluateMatrix(let request):
                if let answer = evaluate?(request) {
                    take(.to(\.matrix, .evaluated(request, answer)), at: state.now)
                }
            case .personas(.list):
                if let personas {
                    take(
                        .personasAnswered(.list, LibraryAnswer<NamedPersona>(.list, from: personas)),
                        at: state.now)
                }
            case .explain, .readConditions, .readPersonaFields, .setPersona: inquire(effect)
            case .quit: isOver = true
            default: break
            }
        }
    }
}

/// A template's draft that is only in memory: it is neither stored nor published.
struct RehearsedTemplate {
    /// Reads the current draft; nil if the source has no template.
    let read: () throws -> (draft: TemplateDraft, workspace: TemplateWorkspace)?
    private let keeper: TemplateRemoteConfigKeeper?
    private var known: (draft: TemplateDraft, workspace: TemplateWorkspace)?

    init(
        _ session: DashboardSession,
        read: @escaping () throws -> (draft: TemplateDraft, workspace: TemplateWorkspace)?
    ) {
        self.read = read
        keeper = session.service.keeper as? TemplateRemoteConfigKeeper
    }

    /// Returns the answer to a request, and the new values of the source if they change.
    mutating func answer(_ request: TemplateRequest) -> (answer: TemplateAnswer?, snapshot: Snapshot?) {
        do {
            switch request {
            case .recall, .publication, .personas, .versions, .sameForAll, .studies, .studyDetails:
                return (nil, nil)
            case .open: break
            case .change(let wanted): try change(wanted)
            case .preview(let template):
                guard let keeper else { return (nil, nil) }
                let before = keeper.snapshot
                keeper.setDraft(template)
                let count = SnapshotDifference(from: before, to: keeper.snapshot).count
                return (.previewed(changedCount: count), keeper.snapshot)
            }
            known = try known ?? read()
            return (known.map { .draft($0.draft, $0.workspace) }, nil)
        } catch {
            return (.failed(RefusalReason(error)), nil)
        }
    }

    private mutating func change(_ change: TemplateWorkspace.Change) throws {
        switch change {
        case .make(let edits): try known?.draft.make(together: edits)
        case .undo: known?.draft.undo()
        case .redo: known?.draft.redo()
        case .discard: if let base = known?.draft.base { known?.draft = TemplateDraft(base: base) }
        case .rebase(let other): if let draft = known?.draft { known?.draft = draft.rebased(on: other).draft }
        }
    }
}
