import ExperimentsCore
import ExperimentsOperator
import Foundation

/// The earlier values of a key: a lane, and below it the values and overrides, newest first. The panel covers the whole
/// screen except the footer.
struct KeyTimelinePanel: Sendable {
    /// A value of the source, or an override.
    enum Row: Sendable {
        case value(KeyTimeline.Period, before: KeyTimeline.Period?)
        case override(OverridePeriod, over: KeyTimeline.Period?)

        var from: Date? {
            switch self {
            case .value(let period, _): period.from
            case .override(let period, _): period.from
            }
        }
    }

    private(set) var timeline: KeyTimeline
    /// Whether the stored history is still being read.
    private(set) var isReading: Bool
    /// The reason why the history is incomplete.
    private(set) var problem: FileProblem?
    /// The chosen time span of the lane; nil for the one that fits all known changes.
    private var chosenSpan: TimelineSpan?
    var reading = ListReading<Row>()
    private(set) var rows: [Row] = []

    init(_ request: KeyTimelineRequest, _ state: DashboardState) {
        timeline = request.read(nil, nil, at: state.now).timeline
        isReading = state.project.keepsValues
        makeRows(state)
    }

    /// The key's name.
    var name: String { timeline.name }

    /// Returns the time span of the lane.
    func span(at now: Date) -> TimelineSpan { chosenSpan ?? TimelineSpan(fitting: timeline, at: now) }

    /// Widens or narrows the time span.
    mutating func changeSpan(wider: Bool, at now: Date) { chosenSpan = span(at: now).next(wider: wider) }

    mutating func take(_ timeline: KeyTimeline, problem: FileProblem?, _ state: DashboardState) {
        guard timeline.name == name else { return }
        var timeline = timeline
        timeline.sameForAll = self.timeline.sameForAll
        (self.timeline, self.problem, isReading) = (timeline, problem, false)
        makeRows(state)
    }

    /// Takes over the time since which all users have got the same value.
    mutating func take(_ same: UniformValue?, of name: String) {
        if name == self.name { timeline.sameForAll = same }
    }

    private mutating func makeRows(_ state: DashboardState) {
        let periods = timeline.periods
        let values = periods.indices.map { index in
            Row.value(periods[index], before: index > 0 ? periods[index - 1] : nil)
        }
        let overrides = timeline.overrides.map { override in
            Row.override(override, over: periods.last { $0.from <= override.from ?? .distantPast })
        }
        // If the beginning of an override is not known, nothing older is known either.
        rows = (values + overrides).sorted { ($0.from ?? .distantPast) > ($1.from ?? .distantPast) }
        chooseRows(state)
    }

    func allRows(_ state: DashboardState) -> [Row] { rows }

    func finder(for filter: Filter, _ state: DashboardState) -> (Row) -> Bool {
        { filter.passes($0.subject(of: name), now: state.now) }
    }

    /// Moves to the next or previous change to the source's value, skipping overrides.
    mutating func goToChange(back: Bool, _ state: DashboardState) {
        let places =
            back
            ? Array((0..<max(0, cursor)).reversed()) : Array(min(cursor + 1, count)..<max(count, cursor + 1))
        guard let place = places.first(where: { if case .value? = row(at: $0) { true } else { false } })
        else { return }
        move(to: place, state)
    }
}

extension KeyTimelinePanel.Row {
    /// Returns the parts of a row that a filter examines.
    fileprivate func subject(of name: String) -> FilterSubject {
        switch self {
        case .value(let period, _):
            FilterSubject(
                names: [name], texts: [period.originWords, period.program ?? ""], values: [period.text ?? ""],
                source: "source", changedAt: period.from)
        case .override(let period, _):
            FilterSubject(
                names: [name], texts: [period.originWords, "override"], values: [period.value],
                source: "override",
                changedAt: period.from)
        }
    }
}

extension KeyTimelinePanel: ListPanel {
    func layout(_ size: CellSize) -> ListPanelLayout {
        ListPanelLayout(size, hasTitles: false, listed: KeyTimelineLayout.wantedRows(of: total))
    }

    func listRect(_ state: DashboardState) -> CellRect { KeyTimelineLayout(self, state).rows }

    static let keys: [PanelKey<KeyTimelinePanel>] = [
        .back, .closing(.timeline),
        .open("what changed", also: [.differences]) { panel, state in .stay(panel.showChange(state)) },
        PanelKey(["-"], [], "zoom out") { $0.zoom(out: true, $1) },
        PanelKey(["+"], [], "zoom in") { $0.zoom(out: false, $1) },
        PanelKey([], [.findNext], "change") { $0.goToNextChange(back: false, $1) },
        PanelKey([], [.findPrevious], "change") { $0.goToNextChange(back: true, $1) },
        PanelKey([], [.copyValue], "copy") { panel, _ in .stay(panel.selected?.text.map { [.copy($0)] } ?? [])
        },
        PanelKey([], [.copyKey]) { panel, _ in .stay([.copy(panel.name)]) },
        .reading(.filter, "filter"),
        PanelKey([], [.refetch], "fetch") { _, _ in .stay([.perform(.refetch)]) },
    ]

    private mutating func zoom(out: Bool, _ state: DashboardState) -> PanelAnswer? {
        guard !reading.search.isActive else { return nil }
        changeSpan(wider: out, at: state.now)
        return .stay()
    }

    /// Goes to a change, unless a search is shown: then the keys go to its matches.
    private mutating func goToNextChange(back: Bool, _ state: DashboardState) -> PanelAnswer? {
        guard !reading.search.isActive else { return nil }
        goToChange(back: back, state)
        return .stay()
    }

    /// Shows the change of the row under the cursor.
    private func showChange(_ state: DashboardState) -> [Effect] {
        switch selected {
        case .value(let period, let before?):
            let sides = [before, period].map { "since " + state.project.shortTime($0.from, at: state.now) }
            return DifferencePanel.opened(
                on: DifferenceRequest(
                    name, oldSide: sides[0], old: before.text, newSide: sides[1], new: period.text))
        case .value(_, nil):
            return [.say("no earlier value known", .warning, seconds: 3)]
        case .override(let period, let under):
            return DifferencePanel.opened(
                on: DifferenceRequest(
                    name, oldSide: state.sourceName, old: under?.text, newSide: "override", new: period.value)
            )
        case nil: return []
        }
    }
}

extension KeyTimelinePanel.Row {
    /// The value; nil if the source had none.
    var text: String? {
        switch self {
        case .value(let period, _): period.text
        case .override(let period, _): period.value
        }
    }
}

extension [Command] {
    static let keyTimeline: [Command] = [.timeline]
}

extension Command {
    static let timeline: Command = Command(
        "timeline", title: "Show the key's timeline", in: .reading, keys: ["w"],
        footer: FooterPlace("timeline") { state in
            state.actsOnMarks || state.reasonDisabled(.timeline) != nil
                ? nil : state.screen == .experiments ? .row(9) : .more(3)
        },
        shell: "experiments timeline KEY", whyNot: \.reasonNoKey, run: { KeyTimelinePanel.opened($0) })
}

// The history that the panel reads.
extension KeyTimelinePanel {
    static func opened(_ state: DashboardState) -> [Effect] {
        guard let name = state.subjectName else { return [] }
        let request = request(of: name, state)
        // The stored history is read in the background. That of this session is available immediately.
        return [.open(KeyTimelinePanel(request, state)), .readTimeline(request)]
            + (state.templates.isAvailable ? [.template(.sameForAll(name, request.key))] : [])
    }

    private static func request(of name: String, _ state: DashboardState) -> KeyTimelineRequest {
        let selected = state.selectedRow
        let row = selected?.name == name ? selected : state.source.report.rows.first { $0.name == name }
        return KeyTimelineRequest(
            name, row?.key,
            override: state.source.report.overrides[name], source: state.source.name,
            recent: state.history.timeline.keptValues(of: name))
    }

    /// Reads the timeline again if something was added to it.
    func effects(after message: Message, _ state: DashboardState) -> [Effect] {
        switch message {
        case .service(.fetchFinished(let record)), .sourceEvent(_, .fetchFinished(let record)):
            guard record.difference.changes[name] != nil else { return [] }
        case .overridesEdited(let answer):
            guard answer.journal != nil else { return [] }
        case .journalRead: break
        default: return []
        }
        return [.readTimeline(Self.request(of: name, state))]
    }
}
