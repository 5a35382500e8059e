import ExperimentEvents
import ExperimentResults
import ExperimentsSupport
import ExperimentsTerminalUI
import Foundation

/// The statement with which a warehouse counts an experiment, and its last answer: its age, how long it took, and how
/// much the engine read.
struct StatementPanel: TextPanel {
    var text = ScrolledText<Filter>()
    /// The name of the experiment.
    private let experiment: String
    private static let labelWidth = 11

    init(of experiment: String) { self.experiment = experiment }

    var title: String { "Statement of \(VisibleText.of(experiment))" }

    func copiedText(_ state: DashboardState) -> String? { count(state)?.statement }

    mutating func handle(_ press: KeyPress, _ state: DashboardState) -> PanelAnswer {
        guard typedField == nil, state.project.keyMap.command(for: press) == .askWarehouse else {
            return read(press, state)
        }
        return .stay([.send(\.experiments, .asked)])
    }

    func hints(_ state: DashboardState) -> [KeyHint] {
        let map = state.project.keyMap
        guard typedField == nil else { return readingHints(map) }
        return readingHints(map) + map.hint([.askWarehouse], "ask now") + map.hint([.copyValue], "copy")
    }

    func lines(_ state: DashboardState) -> [[Span]] {
        guard let count = count(state) else { return [[Span("no longer counted in a warehouse", .dim)]] }
        func fact(_ label: String, _ text: String, _ role: Role = .popup) -> [[Span]] {
            let padded = label.padding(toLength: Self.labelWidth, withPad: " ", startingAt: 0)
            return DeclarationPanel.wrapped([Span(padded, .dim), Span(VisibleText.of(text), role)], state)
        }
        let now = state.now
        let seconds = (count.seconds * 10).rounded() / 10
        var facts = fact("counted", "\(TimeText.ago(count.askedAt, now: now)), in \(seconds) s")
        let isKnown = count.reading != nil
        facts += fact("read", count.reading ?? "the program does not say how much", isKnown ? .popup : .dim)
        facts += fact("again", again(count, state))
        facts += fact("program", count.command)
        if let problem = state.experiments.problem { facts += fact("problem", problem, .error) }
        let statement = count.statement.split(scalar: "\n", omittingEmptySubsequences: false).map { line in
            Span(VisibleText.of(String(line)), line.drop { $0 == " " }.hasScalarPrefix("--") ? .dim : .popup)
        }
        return facts + [[]] + DeclarationPanel.wrapped(statement, state)
    }

    /// Returns when the warehouse is asked again.
    private func again(_ count: WarehouseCount, _ state: DashboardState) -> String {
        if state.experiments.isAsking { return "now, as requested" }
        let wait = TimeText.wait(from: state.now, until: count.askedAt + count.refresh)
        return wait == "now" ? "with the next reading" : "in \(wait)"
    }

    private func count(_ state: DashboardState) -> WarehouseCount? {
        state.experiments.standings.first { $0.name.isExactly(experiment) }?.tally.warehouse
    }
}

extension Command {
    static let statement: Command = Command(
        "statement", title: "Show the statement for the warehouse", in: .reading, keys: ["S"],
        on: [.experiments],
        footer: FooterPlace("statement", at: .row(7)) { $0.reasonDisabled(.statement) == nil },
        shell: "experiments results sql NAME", synonyms: ["sql", "query", "warehouse"],
        whyNot: { state in
            guard state.screen == .experiments else { return "only on screen 5 (Experiments)" }
            guard let standing = ExperimentRowList.selected(state)?.standing else {
                return "there are no results, so there is no statement"
            }
            return standing.tally.warehouse == nil ? "\(standing.name) is not counted in a warehouse" : nil
        },
        run: { state in
            guard let name = ExperimentRowList.selected(state)?.standing?.name else { return [] }
            return [.open(StatementPanel(of: name))]
        })
    static let askWarehouse: Command = Command(
        "ask-warehouse", title: "Ask the warehouse now", in: .reading, keys: ["W"], on: [.experiments],
        shell: "experiments results --fresh", synonyms: ["fresh", "count"],
        whyNot: { state in
            guard state.screen == .experiments else { return "only on screen 5 (Experiments)" }
            let isCounted = state.experiments.standings.contains { $0.tally.warehouse != nil }
            guard isCounted || state.experiments.problem != nil else { return "the project has no warehouse" }
            return state.experiments.isAsking ? "the warehouse is being asked" : nil
        },
        run: { _ in [.send(\.experiments, .asked)] })
}
