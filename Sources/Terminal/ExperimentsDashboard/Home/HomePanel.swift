import ExperimentsCore
import ExperimentsOperator

/// The state of every source, a row for each. The panel takes the whole screen except the footer.
struct HomePanel: Sendable {
    var reading = ListReading()
    /// The states of the sources that match the filter.
    private(set) var rows: [SourceStanding] = []
    /// The number of sources without the filter.
    private(set) var total = 0
    /// The widths of the columns.
    private(set) var widths: ColumnWidths = [:]
    private(set) var position = ListPosition()

    /// The sources, with the cursor on the one that is shown.
    init(_ state: DashboardState) {
        position.item = state.source.name
        chooseRows(state)
    }

    var count: Int { rows.count }

    var cursor: Int { position.cursor }

    var top: Int { position.top }

    /// The source under the cursor.
    var selected: SourceStanding? { rows.indices.contains(cursor) ? rows[cursor] : nil }

    /// Whether nothing is typed, found or filtered.
    var isAtRest: Bool { typedField == nil && reading.filter.isEmpty && !reading.search.isActive }

    mutating func follow(_ state: DashboardState) {
        // There are few of them, and what is known of them may change with anything.
        chooseRows(state)
    }

    mutating func chooseRows(_ state: DashboardState) {
        let all = state.project.answers.standings(state)
        total = all.count
        rows = all.filter { reading.filter.passes($0.subject, now: state.now) }
        widths = Self.columns(state, reading).measured(count: rows.count) { rows[$0] }
        findMatches(state)
        position.follow(count: count) {
            rows[$0].name
        } place: { name in
            rows.firstIndex { $0.name == name }
        }
        position.reveal(rows: layout(state.size).list.rows, count: count)
    }

    func rows(found filter: Filter, _ state: DashboardState) -> [Int] {
        rows.indices.filter { filter.passes(rows[$0].subject, now: state.now) }
    }

    mutating func move(to row: Int, _ state: DashboardState) {
        position.move(to: row, count: count) { rows[$0].name }
        position.reveal(rows: layout(state.size).list.rows, count: count)
    }

    func page(_ state: DashboardState) -> Int { max(1, layout(state.size).list.rows - 1) }
}

extension HomePanel: ListPanel {
    func layout(_ size: CellSize) -> ListPanelLayout { ListPanelLayout(size, listed: total) }

    func hints(_ state: DashboardState) -> [KeyHint] {
        let map = state.project.keyMap
        if let hints = readingHints(map) { return hints }
        return [KeyHint(.enter, "open"), escapeHint] + map.hint([.refetch], "fetch")
            + map.hint([.filter], "filter") + map.hint([.find], "find") + map.choosing()
    }

    mutating func handle(_ press: KeyPress, _ state: DashboardState) -> PanelAnswer {
        if read(press, state) { return .stay() }
        switch (press.key, state.project.keyMap.command(for: press)) {
        case (.escape, _), (_, .back): return clearReading(state) ? .stay() : .close()
        case (_, .quit), (_, .showHome): return .close()
        case (.enter, _), (_, .details), (_, .openDetails): return goIn(state)
        case (_, .refetch): return .stay([.send(\.project.answers, .ask), .perform(.refetch)])
        default: return .stay()
        }
    }

    /// A first click chooses a source, one on the chosen source goes in.
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
        twin: .command("experiments sources --status"),
        run: { [.open(HomePanel($0)), .send(\.project.answers, .ask)] })
}

// Draws the status of every source.
extension HomePanel {
    func draw(_ state: DashboardState, _ canvas: inout Canvas) {
        let layout = layout(state.size)
        canvas.fill(layout.screen, .text)
        drawHeader(in: layout.header, &canvas)
        let columns = Self.columns(state, reading).fitted(to: widths)
        let plan = columns.plan(width: layout.list.columns - 2)
        TableView.drawTitles(plan, in: layout.titles, &canvas)
        if count == 0 {
            TableView.drawEmpty(nothingMatches("no source"), in: layout.list, &canvas)
        } else {
            columns.drawRows(plan, position: position, count: count, in: layout.list, &canvas) {
                canvas, index, line in
                if rows[index].name == state.source.name { canvas.put("›", at: line.origin, .title) }
                return false
            } row: {
                rows[$0]
            }
        }
        DetailBoxes(sections(state), in: layout.details, state).drawUnscrolled(&canvas)
        drawPrompt(state, in: layout, on: &canvas)
        // Uncut, even if the column has no room for it.
        guard layout.hasPrompt, layout.details.isEmpty, isAtRest, state.notices.notice == nil,
            let problem = selected?.problem({ TimeText.agoInWords($0, now: state.now) })
        else { return }
        let line = layout.prompt.inset(columns: 1)
        canvas.put(problem, at: line.origin, .error, maxColumns: line.columns)
    }

    private func drawHeader(in rect: CellRect, _ canvas: inout Canvas) {
        canvas.fill(rect, .header)
        var spans = [
            Span("Sources", .title), Span(total == 1 ? "  1 source" : "  \(total) sources", .header),
        ]
        let failing = rows.count { $0.problem != nil }
        if failing > 0 { spans.append(Span("  \(failing) failing", .error)) }
        let missing = rows.reduce(0) { $0 + ($1.content?.missing ?? 0) }
        if missing > 0 { spans.append(Span("  \(missing) missing", .missing)) }
        let incorrect = rows.reduce(0) { $0 + ($1.content?.incorrect ?? 0) }
        if incorrect > 0 { spans.append(Span("  \(incorrect) incorrect", .incorrect)) }
        canvas.put(spans, at: CellPoint(column: rect.column + 1, row: rect.row), maxColumns: rect.columns - 2)
    }
}

// The columns of the overview of sources.
extension HomePanel {
    private static func columns(_ state: DashboardState, _ reading: ListReading) -> [Column<SourceStanding>] {
        let filters = [reading.filter, reading.search.filter]
        func text(
            _ title: String, least: Int, ideal: Int, weight: Int = 0, priority: Int, isMeasured: Bool = true,
            cell: @escaping (SourceStanding) -> (text: String, role: Role)
        ) -> Column<SourceStanding> {
            Column(
                title,
                TableColumn(
                    title: title, minimum: least, ideal: ideal, weight: weight, priority: priority,
                    isMeasured: isMeasured),
                finding: filters, cut: .tail, cell: cell)
        }
        func number(
            _ title: String, in role: Role, priority: Int, _ count: @escaping (SourceStanding.Content) -> Int
        ) -> Column<SourceStanding> {
            let shape = TableColumn(
                title: title, minimum: max(5, title.count), ideal: 9, priority: priority, isRightAligned: true)
            return Column(title, shape, finding: []) { row in
                guard let content = row.content else { return ("?", .dim) }
                let number = count(content)
                return (CountText.grouped(number), number == 0 ? .dim : role)
            }
        }
        return [
            text("source", least: 12, ideal: 18, weight: 1, priority: 10) { ($0.title, .key) },
            text("environment", least: 11, ideal: 12, priority: 6) {
                ($0.environment ?? "—", $0.environment.map(Self.environmentRole) ?? .dim)
            },
            text("kind", least: 6, ideal: 9, priority: 2) { ($0.kind ?? "—", .type) },
            text("state", least: 9, ideal: 10, priority: 9, isMeasured: false) { ($0.word, Self.role(of: $0)) },
            text("fetched", least: 8, ideal: 9, priority: 8, isMeasured: false) { row in
                guard let date = row.content?.fetchedAt else { return ("never", .dim) }
                return (TimeText.ago(date, now: state.now), .age)
            },
            number("missing", in: .missing, priority: 7) { $0.missing },
            number("incorrect", in: .incorrect, priority: 7) { $0.incorrect },
            number("overrides", in: .override, priority: 5) { $0.overrides },
            number("keys", in: .text, priority: 3) { $0.keys },
            text("why", least: 8, ideal: 30, weight: 2, priority: 1) { row in
                if let problem = row.problem { return (problem, .error) }
                return (row.liveStatus.reason ?? "", .dim)
            },
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
        case "not asked", "connecting", "asking…": .dim
        default: .ok
        }
    }
}

/// The last known status of the project's other sources, stored between visits to the overview.
struct SourceAnswers: Feature {
    enum Message: Sendable {
        /// Ask the sources that are not shown for their status, unless that is under way.
        case ask
        /// One of them answered, or is known of from before.
        case answered(name: String, SourceAnswer)
    }

    /// The most fetches of a source that are shown.
    private static let fetchLimit = 200

    /// What each of them answered last, by its name.
    private var latest: [String: SourceAnswer] = [:]
    /// Those that are being asked.
    private var asked: Set<String> = []

    static let commands: [Command] = [.showHome]

    mutating func update(_ message: Message, in context: Context) -> [Effect] {
        switch message {
        case .ask:
            let names = context.project.sources.map(\.name).filter {
                $0 != context.source.name && !asked.contains($0)
            }
            asked.formUnion(names)
            return names.isEmpty ? [] : [.surveySources(names)]
        case .answered(let name, let answer):
            if answer.isFinal { asked.remove(name) }
            // What was heard stays beside why nothing newer could be.
            latest[name] = SourceAnswer(
                content: answer.content ?? latest[name]?.content, fetches: answer.fetches,
                liveStatus: answer.liveStatus,
                problem: answer.problem, isFinal: answer.isFinal)
            return []
        }
    }

    /// The known state of every source. The current source has the state of the screens.
    func standings(_ state: DashboardState) -> [SourceStanding] {
        let (sources, shown) = (state.project.sources, state.source)
        guard !sources.isEmpty else {
            return [Self.standing(DashboardSource(name: shown.title, environment: shown.environment), shownIn: state)]
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
    fileprivate init(_ listed: DashboardSource) {
        self.init(name: listed.name, title: listed.title, environment: listed.environment, kind: listed.kind)
    }
}
