import ExperimentsCore

/// Two sources side by side. The panel has the result of the comparison.
struct ComparisonState: Feature {
    enum Message: Sendable {
        /// Compare with another source.
        case compare(with: DashboardSource)
        /// The values of another source, and the reason if it could not be fetched.
        case read(name: String, Snapshot, problem: String?)
        /// The values of the current source have changed.
        case sourceChanged
        /// A comparison in the background is finished.
        case compared(ComparedSources)
    }

    /// The number of the current comparison. It tells answers to earlier ones apart.
    private var number = 0
    /// The comparison to make: one for all changes since the last message.
    private var wanted: ComparisonRequest?

    mutating func update(_ message: Message, in context: DashboardState) -> [Effect] {
        switch message {
        case .compare(let source):
            // Ignore answers to earlier requests.
            number += 1
            return [.open(ComparisonPanel(with: source)), .readSource(source.name)]
        case .read(let name, let snapshot, let problem):
            guard let panel = context.panels.first(ComparisonPanel.self), panel.other.name == name else {
                return []
            }
            let taking = Effect.change(ComparisonPanel.self) { panel in
                if snapshot.fetchedAt != nil || problem == nil { panel.snapshot = snapshot }
                panel.problem = problem
                return true
            }
            return [.discardIfLarge(panel), taking, .send(\.comparison, .sourceChanged)]
        case .sourceChanged: return compare(context)
        case .compared(let compared): return take(compared, context)
        }
    }

    mutating func follow(_ context: DashboardState) -> [Effect] {
        defer { wanted = nil }
        return wanted.map { [.compare($0)] } ?? []
    }

    private mutating func compare(_ context: DashboardState) -> [Effect] {
        guard let other = context.panels.first(ComparisonPanel.self)?.snapshot else { return [] }
        number += 1
        let report = context.source.report
        let request = ComparisonRequest(
            number: number, left: report.snapshot, right: other, keys: context.project.keys)
        guard max(report.rows.count, other.entries.count) > context.list.keys.quickCount else {
            return take(request.compared(), context)
        }
        wanted = request
        return []
    }

    /// Takes a comparison, unless another one was requested in the meantime.
    private func take(_ compared: ComparedSources, _ context: DashboardState) -> [Effect] {
        guard let panel = context.panels.first(ComparisonPanel.self), compared.number == number else {
            return []
        }
        return [.discardIfLarge(panel), .tell(ComparisonPanel.self) { $0.take(compared.index, $1) }]
    }
}
