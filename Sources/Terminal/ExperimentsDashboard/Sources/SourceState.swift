import ExperimentsCore
import ExperimentsOperator

/// The current source: its name, its values, and the persona that it is fetched for.
struct SourceState: Sendable {
    /// The name in the header.
    var title: String
    /// The environment of its values, for example `production`.
    var environment: String?
    /// The source's entry in the project file, if there are several.
    let listed: DashboardSource?
    /// The report about its values.
    var report: Report
    /// When each key's value last changed while the source was shown.
    var changedAt = ChangeTimes()
    /// The values of a view, for another user or with a draft; nil if the screen shows the source's own.
    var viewed: Snapshot?
    /// The changes that brought the values on the screen: those of the last fetch that changed anything, or of an
    /// earlier one.
    var lastChanges = ExactDictionary<ChangeKind>()
    /// The changes of the last fetch that changed anything.
    var ownChanges = ExactDictionary<ChangeKind>()
    /// How long keys have had their values; nil until that is needed.
    var ages: ValueAges?
    /// The explanation of the value under the cursor.
    var explanation: ExplanationState
    /// The persona that it is fetched for; nil if all users get the same values.
    var persona: PersonaState?

    /// The name in the project file, if there are several sources.
    var name: String? { listed?.name }

    /// Creates the state of the source that a dashboard is opened with.
    init(_ session: DashboardSession) {
        (title, environment) = (session.sourceName, session.environment)
        listed = session.sources.first { $0.name == session.currentSource }
        report = session.service.report(for: session.keys)
        explanation = ExplanationState(session.service.keeper)
        persona = PersonaState(
            session.service.keeper, configured: session.configuredPersona, named: session.personaName)
        if persona?.words != nil { viewed = report.snapshot }
    }

    /// Creates the state of a source that was just opened.
    ///
    /// - Parameter report: the report that stays on the screen until the source's own values are listed.
    init(_ source: DashboardSource, _ opened: OpenedSource, showing report: Report) {
        title = source.title
        environment = source.environment
        listed = source
        self.report = report
        explanation = opened.explanation
        persona = opened.persona
        if opened.isViewed { viewed = opened.report.snapshot }
    }

    /// Takes over what is kept about the source since it was last shown.
    mutating func restore(_ before: SourceState) {
        changedAt = before.changedAt
        lastChanges = before.ownChanges
        ownChanges = before.ownChanges
        ages = before.ages
        persona?.name(like: before.persona)
    }
}

extension SourceState: Feature {
    enum Message: Sendable {
        /// Switch to another source. The screen, the filter and the cursor stay, and known values appear immediately.
        case goOver(to: String)
        /// Fetch as another user, as set in the editor.
        case use(SourcePersona)
        /// Fetch as another user with a name, and show that user in the editor.
        case ask(as: SourcePersona, named: String)
        /// The fields that the source's conditions use.
        case personaFields([String])
        /// The source is now fetched as another user, which changed this many values.
        case personaSet(changedCount: Int)
        /// The explanation of a value.
        case explained(ExplanationRequest, [ExplanationLine])
        /// How long keys of a source have had their values, or why that cannot be read.
        case agesRead(Result<ValueAges, FileProblem>, source: String?)
    }

    static let commands: [Command] = [.sources, .compare]

    mutating func update(_ message: Message, in context: DashboardState) -> [Effect] {
        switch message {
        case .goOver(let name):
            guard let other = context.project.source(named: name) else { return [] }
            guard name != self.name else { return [.say("already on \(other.title)", .success, seconds: 3)] }
            return [.say("opening \(other.title)…", .success), .send(\.templates, .leave), .openSource(name)]
        case .use(let persona):
            self.persona?.use(persona)
            return [.setPersona(persona)]
        case .ask(let persona, let name):
            self.persona?.use(persona, named: name)
            return [.tell(PersonaEditor.self) { _ = $0.restore(persona) }, .setPersona(persona)]
        case .personaFields(let names):
            persona?.fieldNames = names
            return [.tell(PersonaEditor.self) { $0.suggest(names) }]
        case .personaSet(let count):
            explanation.expire()
            let changes =
                count == 0 ? "no value changed" : CountText.count(count, "value changed", "values changed")
            let words = "\(persona?.words ?? "back to the default user"): \(changes)"
            return [.send(\.templates, .personaChanged), .say(words, .success, about: .view)]
        case .explained(let request, let lines):
            explanation.take(lines, for: request)
            return []
        case .agesRead(let result, let name):
            guard name == self.name else { return [] }
            switch result {
            case .success(let ages): self.ages = ages
            case .failure(let problem): return [.unread(problem)]
            }
            return [.agesChanged]
        }
    }

    mutating func follow(_ context: DashboardState) -> [Effect] { askWhy(context) + readAgesIfAsked(context) }

    /// Requests the explanation of the key in the details, if it is outdated. Other keys are not explained.
    private mutating func askWhy(_ context: DashboardState) -> [Effect] {
        guard context.details.isShown, !context.history.isInThePast, let name = context.subjectName,
            let request = explanation.question(about: name)
        else { return [] }
        return [.explain(request)]
    }

    /// Reads how long keys have had their values, as soon as a filter or the full-screen details of a key need it.
    private mutating func readAgesIfAsked(_ context: DashboardState) -> [Effect] {
        let isWhole = context.details.size.isZoomed && context.screen.listsKeys && context.project.changesCode
        guard ages == nil, context.list.asksForStaleness || (isWhole && context.project.keepsValues) else {
            return []
        }
        ages = ValueAges.none
        guard context.project.keepsValues else {
            return [.say("no history of these values, so stale keys are unknown", .warning)]
        }
        return [
            .readValueAges(
                ValueAgesRequest(source: name, keys: context.project.keys, isSameForAll: persona == nil))
        ]
    }
}

extension Command {
    static let sources: Command = Command(
        "sources", title: "Switch to another source", in: .watching, keys: ["b"],
        footer: FooterPlace("source", at: .sources(0)) { $0.project.sources.count > 1 },
        shell: "experiments --source NAME", synonyms: ["switch", "environment"],
        argument: .oneOf("Source") {
            $0.project.sources.map(\.name)
        } run: { name, _ in
            [.send(\.shown.source, .goOver(to: name))]
        },
        whyNot: reasonNoOtherSource,
        run: { [.open(SourcesPanel(.switching, $0))] })
    static let compare: Command = Command(
        "compare", title: "Compare with another source", in: .watching, keys: ["="],
        footer: FooterPlace("compare", at: .sources(2)) { $0.project.sources.count > 1 },
        shell: "experiments compare SOURCE SOURCE", synonyms: ["diff"],
        argument: .oneOf("Compare with") { state in
            state.project.sources.map(\.name).filter { $0 != state.source.name }
        } run: { name, state in
            state.project.source(named: name).map { [.send(\.comparison, .compare(with: $0))] } ?? []
        },
        whyNot: reasonNoOtherSource,
        run: { state in
            let others = state.project.sources.filter { $0.name != state.source.name }
            guard others.count == 1 else { return [.open(SourcesPanel(.comparing, state))] }
            return [.send(\.comparison, .compare(with: others[0]))]
        })

    @Sendable private static func reasonNoOtherSource(_ state: DashboardState) -> String? {
        state.project.sources.count < 2 ? "only one source" : nil
    }
}

/// The sources by name, each with its environment, to switch to or to compare with.
struct SourcesPanel: ChoosingPanel {
    /// The purpose of the choice.
    enum Purpose: Sendable, Hashable {
        case switching
        case comparing
    }

    private let purpose: Purpose
    private let sources: [DashboardSource]
    var selected: Int

    var count: Int { sources.count }

    init(_ purpose: Purpose, _ state: DashboardState) {
        self.purpose = purpose
        sources =
            purpose == .switching
            ? state.project.sources : state.project.sources.filter { $0.name != state.source.name }
        selected = sources.firstIndex { $0.name == state.source.name } ?? 0
    }

    func hints(_ state: DashboardState) -> [KeyHint] {
        [KeyHint(.enter, purpose == .switching ? "switch" : "compare")] + state.project.keyMap.choosing() + [
            escapeHint
        ]
    }

    mutating func handle(_ press: KeyPress, _ state: DashboardState) -> PanelAnswer {
        if case .character(let digit) = press.key, let number = digit.wholeNumberValue {
            if sources.indices.contains(number - 1) { selected = number - 1 }
            return .stay()
        }
        guard state.project.keyMap.command(for: press) != .sources else {
            move(by: 1)
            return .stay()
        }
        return handleChoosing(press, state)
    }

    func choose(_ state: DashboardState) -> PanelAnswer {
        let source = sources[selected]
        return .close(
            purpose == .switching
                ? [.send(\.shown.source, .goOver(to: source.name))]
                : [.send(\.comparison, .compare(with: source))])
    }

    func title(_ state: DashboardState) -> String {
        purpose == .switching ? "Source" : "Compare \(state.sourceName) with"
    }

    func texts(_ state: DashboardState) -> [String] {
        sources.enumerated().map { index, source in
            let environment = source.environment.map { $0 == source.title ? "" : "  \($0)" } ?? ""
            return
                "\(index + 1) \(source.title)\(environment)\(source.name == state.source.name ? "  (current)" : "")"
        }
    }
}

// Switching to another source. The screen, the filter and the cursor stay, and known values appear immediately.
extension DashboardState {
    /// Closes panels that are about the previous source, or that compare with the new one.
    private mutating func closePanels(notOutlivingChangeTo source: DashboardSource) {
        for panel in panels.removeAll(where: { !$0.outlives(changeTo: source) }) { discard(panel) }
    }

    mutating func show(_ opened: OpenedSource) -> [Effect] {
        guard let source = project.source(named: opened.name) else { return [] }
        closePanels(notOutlivingChangeTo: source)
        let overrides = self.source.report.overrides
        let isKnown = replaceShown(by: source, opened)
        if let persona = opened.persona {
            // The persona may have been changed here before, and the source opened again.
            let configured = project.configuredPersonas[source.name] ?? persona.configured
            project.configuredPersonas[source.name] = configured
            self.source.persona?.configured = configured
        }
        // Answers for the previous source are not for this one.
        background.resolutionNumber += 1
        show(opened.report, opened.listing, overrides: overrides)
        // The source may have changed since it was last shown.
        var resolving = isKnown ? opened.ownSnapshot.map { resolve($0) } ?? [] : []
        // The source was opened with the keys from the start.
        if opened.keys != project.keys { resolving += showCurrent() }
        say("source \(source.title)" + (source.environment.map { " (\($0))" } ?? ""), .success)
        arriveAtPlace()
        return resolving + update(\.fetching, with: .startIfDue)
    }
}
