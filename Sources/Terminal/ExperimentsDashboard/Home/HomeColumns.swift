import ExperimentsCore
import ExperimentsOperator

/// The columns of the overview of sources.
struct HomeColumns {
    let columns: [Column<SourceStanding>]

    init(_ state: DashboardState, _ reading: ListReading) {
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
        columns = [
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

    private static func role(of standing: SourceStanding) -> Role {
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
