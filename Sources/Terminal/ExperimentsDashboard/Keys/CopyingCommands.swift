import ExperimentsCore

extension Feature {
    static let copying = Feature(commands: [.copyValue, .copyKey, .exportView])
}

extension Command {
    static let copyValue: Command = Command(
        "copy-value", "Copy the value", .reading, keys: ["y"], hint: "copy", twin: .command("experiments get KEY"),
        whyNot: \.reasonNoKey, run: { $0.copyValue() })
    static let copyKey: Command = Command(
        "copy-key", "Copy the key's name", .reading, keys: ["Y"],
        twin: .command("experiments list --filter TEXT --json"), whyNot: \.reasonNoKey,
        run: { state in state.selectedName.map { [.copy($0)] } ?? [] })
    static let exportView: Command = Command(
        "export", "Export the rows to a file", .reading, keys: ["E"],
        twin: .command("experiments list --filter TEXT --json > FILE"),
        whyNot: { $0.rowCount == 0 ? "there is no row to export" : nil }, change: { $0.startExport() })
}

extension DashboardState {
    fileprivate mutating func copyValue() -> [Effect] {
        let name = selectedName ?? ""
        guard let text = selectedRow?.valueText ?? source.report.overrides[name]?.value else {
            say("\(name) has no known value", .warning)
            return []
        }
        return [.copy(text)]
    }
}
