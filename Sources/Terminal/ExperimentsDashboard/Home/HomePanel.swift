import ExperimentsCore
import ExperimentsOperator

/// The status of every source, with a row for each. The panel covers the whole screen except the footer.
struct HomePanel: Sendable {
    var reading = ListReading<SourceStanding>()

    /// Creates the panel with the cursor on the current source.
    init(_ state: DashboardState) {
        reading.position.item = state.source.name
        chooseRows(state)
    }

    /// Whether there is no filter and no search.
    var isAtRest: Bool { typedField == nil && reading.filter.isEmpty && !reading.search.isActive }

    mutating func follow(_ state: DashboardState) {
        // There are few of them, and any message may change them.
        chooseRows(state)
    }

    func allRows(_ state: DashboardState) -> [SourceStanding] { state.project.answers.standings(state) }

    func item(of standing: SourceStanding) -> String? { standing.name }

    func finder(for filter: Filter, _ state: DashboardState) -> (SourceStanding) -> Bool {
        { filter.passes($0.subject, now: state.now) }
    }
}

extension HomePanel: ListPanel {
    func layout(_ size: CellSize) -> ListPanelLayout { ListPanelLayout(size, listed: total, hasTabs: true) }

    /// Handles a click, also on the tabs above.
    mutating func click(at point: CellPoint, _ state: DashboardState) -> PanelAnswer {
        let tabs = layout(state.size).tabs
        guard tabs.contains(point) else { return clickRow(at: point, state) }
        guard let screen = Tabs(state).item(at: point.column)?.screen else { return .stay() }
        let command = state.project.keyMap.all.first { $0.screen == screen }
        return .close(command.map { [.perform($0)] } ?? [])
    }

    static let keys: [PanelKey<HomePanel>] = [
        .open("open") { $0.goIn($1) }, .back, .closing(.showHome),
        PanelKey([], [.refetch], "fetch") { _, _ in
            .stay([.send(\.project.answers, .ask), .perform(.refetch)])
        },
        .reading(.filter, "filter"), .reading(.find, "find"),
        .reading(.moveDown, "choose"), .reading(.moveUp, "choose"),
        leaving(for: .compare), leaving(for: .matrix), leaving(for: .template),
    ]

    /// The key of a command that works on a screen, so that the panel closes before it.
    private static func leaving(for command: Command) -> PanelKey<HomePanel> {
        PanelKey([], [command]) { _, _ in .close([.perform(command)]) }
    }

    /// Selects the source at a first click, and opens it at a second.
    private func goIn(_ state: DashboardState) -> PanelAnswer {
        guard let selected else { return .stay() }
        guard selected.name != state.source.name, !state.project.sources.isEmpty else { return .close() }
        return .close([.send(\.shown.source, .goOver(to: selected.name))])
    }
}

extension Command {
    static let showHome: Command = Command(
        "show-home", title: "Show the status of all sources", in: .watching, keys: ["0"],
        footer: FooterPlace("sources", at: .sources(1)) { $0.project.sources.count > 1 },
        shell: "experiments sources --status",
        run: { [.open(HomePanel($0)), .send(\.project.answers, .ask)] })
}

// Draws the status of every source.
extension HomePanel {
    func draw(_ state: DashboardState, _ canvas: inout Canvas) {
        let layout = layout(state.size)
        Tabs(state).draw(active: nil, in: layout.tabs, &canvas)
        drawTable(
            state, title: title, columns: fitted(columns(state)), empty: nothingMatches("no source"),
            on: &canvas
        ) { row(at: $0) }
        DetailBoxes(sections(state), in: layout.details, state).drawUnscrolled(&canvas)
        // The problem is not cut, even if its column has no room for it.
        guard layout.hasPrompt, layout.details.isEmpty, isAtRest, state.notices.notice == nil,
            let problem = selected?.problem({ TimeText.agoInWords($0, now: state.now) })
        else { return }
        let line = layout.prompt.inset(columns: 1)
        canvas.put(problem, at: line.origin, .error, maxColumns: line.columns)
    }

    private var title: BoxTitle {
        let rows = reading.rows
        var notes = [Span(CountText.count(total, "source"), .dim)]
        let failing = rows.count { $0.problem != nil }
        if failing > 0 { notes.append(Span("\(failing) failing", .error)) }
        let missing = rows.reduce(0) { $0 + ($1.content?.missing ?? 0) }
        if missing > 0 { notes.append(Span("\(missing) missing", .missing)) }
        let incorrect = rows.reduce(0) { $0 + ($1.content?.incorrect ?? 0) }
        if incorrect > 0 { notes.append(Span("\(incorrect) incorrect", .incorrect)) }
        return BoxTitle("Sources", notes: notes)
    }
}

// The columns of the overview of sources.
extension HomePanel {
    private func columns(_ state: DashboardState) -> [Column<SourceStanding>] {
        let filters = reading.finding
        func text(
            _ title: String, _ widths: ClosedRange<Int>, weight: Int = 0, priority: Int,
            isMeasured: Bool = true,
            cell: @escaping (SourceStanding) -> (text: String, role: Role)
        ) -> Column<SourceStanding> {
            Column(
                title, .init(title, widths, weight: weight, priority: priority, isMeasured: isMeasured),
                finding: filters, cut: .tail, cell: cell)
        }
        func number(
            _ title: String, in role: Role, priority: Int, _ count: @escaping (SourceStanding.Content) -> Int
        ) -> Column<SourceStanding> {
            let shape = TableColumn(title, max(5, title.count)...9, priority: priority, isRightAligned: true)
            return Column(title, shape, finding: []) { row in
                guard let content = row.content else { return ("?", .dim) }
                let number = count(content)
                return (CountText.grouped(number), number == 0 ? .dim : role)
            }
        }
        return [
            Column("", TableColumn("", 1...1, priority: 10), .title) {
                $0.name == state.source.name ? "›" : nil
            },
            text("source", 12...18, weight: 1, priority: 10) { ($0.title, .key) },
            text("environment", 11...12, priority: 6) {
                ($0.environment ?? "", $0.environment.map(Self.environmentRole) ?? .dim)
            }.optional,
            text("kind", 6...9, priority: 2) { ($0.kind ?? "", .type) }.optional,
            text("state", 9...11, priority: 9, isMeasured: false) { ($0.shownWord, Self.role(of: $0)) },
            text("fetched", 8...9, priority: 8, isMeasured: false) { row in
                guard let date = row.content?.fetchedAt else { return ("never", .dim) }
                return (TimeText.ago(date, now: state.now), .age)
            },
            number("missing", in: .missing, priority: 7) { $0.missing },
            number("incorrect", in: .incorrect, priority: 7) { $0.incorrect },
            number("overrides", in: .override, priority: 5) { $0.overrides },
            number("keys", in: .text, priority: 3) { $0.keys },
            text("why", 8...30, weight: 2, priority: 1) { row in
                if let problem = row.problem { return (problem, .error) }
                return (row.liveStatus.reason ?? "", .dim)
            }.optional,
        ]
    }

    private static func environmentRole(_ environment: String) -> Role {
        environment.lowercased().hasPrefix("prod") ? .warning : .text
    }

    static func role(of standing: SourceStanding) -> Role {
        switch standing.word {
        case "failing": .error
        case "paused": .paused
        case "live": .live
        case "lost": .stale
        case "not fetched", "connecting", "asking…": .dim
        default: .ok
        }
    }
}

/// The last known status of the project's other sources, stored between visits to the overview.
struct SourceAnswers: Feature {
    enum Message: Sendable {
        /// Ask the other sources for their status, unless a request is running.
        case ask
        /// One of the sources answered, or its earlier answer was read.
        case answered(name: String, SourceAnswer)
    }

    /// The maximum number of fetches of a source to show.
    private static let fetchLimit = 200

    /// The last answer of each source, by name.
    private var latest: [String: SourceAnswer] = [:]
    /// The sources that have not answered yet.
    private var asked: Set<String> = []

    static let commands: [Command] = [.showHome]

    mutating func update(_ message: Message, in context: DashboardState) -> [Effect] {
        switch message {
        case .ask:
            let names = context.project.sources.map(\.name).filter {
                $0 != context.source.name && !asked.contains($0)
            }
            asked.formUnion(names)
            return names.isEmpty ? [] : [.surveySources(names)]
        case .answered(let name, let answer):
            if answer.isFinal { asked.remove(name) }
            // Keep the last answer beside the reason why there is no newer one.
            latest[name] = SourceAnswer(
                content: answer.content ?? latest[name]?.content, fetches: answer.fetches,
                liveStatus: answer.liveStatus,
                problem: answer.problem, isFinal: answer.isFinal)
            return []
        }
    }

    /// Returns the known status of every source. The current source has that of the screens.
    func standings(_ state: DashboardState) -> [SourceStanding] {
        let (sources, shown) = (state.project.sources, state.source)
        guard !sources.isEmpty else {
            return [
                Self.standing(
                    DashboardSource(name: shown.title, environment: shown.environment), shownIn: state)
            ]
        }
        return sources.map { listed in
            if listed.name == shown.name { return Self.standing(listed, shownIn: state) }
            var standing = SourceStanding(listed)
            if let answer = latest[listed.name] { standing.take(answer) }
            if asked.contains(listed.name) { standing.ask() }
            return standing
        }
    }

    private static func standing(_ listed: DashboardSource, shownIn state: DashboardState) -> SourceStanding {
        let (report, history) = (state.source.report, state.history)
        let fetches = history.fetches
        var standing = SourceStanding(listed)
        let failure = fetches.last?.failure?.summary
        standing.take(
            SourceAnswer(
                content: report.snapshot.fetchedAt == nil
                    ? nil : SourceStanding.Content(report, fetchedAt: fetches.lastSuccess?.startedAt),
                fetches: (max(0, history.count - fetchLimit)..<history.count).map { history[$0] },
                liveStatus: state.fetching.liveStatus, problem: failure,
                isFinal: failure != nil || fetches.last != nil, isPaused: state.history.isPaused))
        if state.isBusy { standing.ask() }
        return standing
    }
}

extension SourceStanding {
    /// The state in one word, as the screen shows it. Scripts read ``word``.
    var shownWord: String { word == "answered" ? "reachable" : word }

    fileprivate init(_ listed: DashboardSource) {
        self.init(name: listed.name, title: listed.title, environment: listed.environment, kind: listed.kind)
    }
}
