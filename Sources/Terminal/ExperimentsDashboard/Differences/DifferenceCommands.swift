import ExperimentsCore
import ExperimentsOperator

extension [Command] {
    static let differences: [Command] = [.differences]
}

extension Command {
    static let differences: Command = Command(
        "differences", title: "Show what the override changes", in: .overriding, keys: ["O"],
        twin: .command("experiments override list --diff"),
        whyNot: { $0.reasonNoKey ?? (overrideDifference($0) == nil ? "the key has no override" : nil) },
        run: { overrideDifference($0).map { DifferencePanel.opened(on: $0) } ?? [] })

    /// The difference between the source's value and the override of the key under the cursor.
    private static func overrideDifference(_ state: DashboardState) -> DifferenceRequest? {
        guard let name = state.subjectName, let override = state.source.report.overrides[name] else { return nil }
        let entry = state.source.report.snapshot.entries[name]
        let upstream = entry.map { $0.text ?? Snapshot.Entry.appDefault }
        return DifferenceRequest(
            name, oldSide: state.sourceName, old: upstream, newSide: "override", new: override.value)
    }
}
