import ExperimentsCore
import ExperimentsOperator

extension Feature {
    static let differences = Feature(commands: [.differences])
}

extension Command {
    static let differences: Command = Command(
        "differences", title: "Show what the override changes", in: .overriding, keys: ["O"],
        twin: .command("experiments override list --diff"), whyNot: \.reasonNoOverride,
        run: { state in state.overrideDifference.map { state.showDifference($0) } ?? [] })
}

extension DashboardState {
    fileprivate var reasonNoOverride: String? {
        reasonNoKey ?? (overrideDifference == nil ? "the key has no override" : nil)
    }

    /// The difference between the source's value and the override of the key under the cursor.
    fileprivate var overrideDifference: DifferenceRequest? {
        guard let name = subjectName, let override = source.report.overrides[name] else { return nil }
        let entry = source.report.snapshot.entries[name]
        let upstream = entry.map { $0.text ?? Snapshot.Entry.appDefault }
        return DifferenceRequest(name, oldSide: sourceName, old: upstream, newSide: "override", new: override.value)
    }
}
