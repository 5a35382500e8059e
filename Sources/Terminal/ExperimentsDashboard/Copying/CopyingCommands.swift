import ExperimentsCore

extension Feature {
    static let copying = Feature(commands: [.copyValue, .copyKey, .exportView, .shot])
}

extension Command {
    static let copyValue: Command = Command(
        "copy-value", title: "Copy the value", in: .reading, keys: ["y"],
        footer: FooterPlace("copy", at: .list(2), where: \.screen.listsKeys), twin: .command("experiments get KEY"),
        synonyms: ["yank"],
        whyNot: \.reasonNoKey, run: { $0.copyValue() })
    static let copyKey: Command = Command(
        "copy-key", title: "Copy the key's name", in: .reading, keys: ["Y"],
        twin: .command("experiments list --filter TEXT --json"), whyNot: \.reasonNoKey,
        run: { state in state.subjectName.map { [.copy($0)] } ?? [] })
    static let shot: Command = Command(
        "shot", title: "Save a picture of the screen", in: .reading, twin: .command("experiments render --svg > FILE"),
        synonyms: ["picture", "screenshot", "svg"],
        argument: .text(
            "Save the picture",
            problem: { path, _ in
                ScreenPicture.isName(path) ? nil : "end it with \(ScreenPicture.ending)"
            },
            run: { $1.savePicture(to: $0) }),
        change: { $0.startPicture() })
    static let exportView: Command = Command(
        "export", title: "Export the rows to a file", in: .reading, keys: ["E"],
        twin: .command("experiments list --filter TEXT --json > FILE"), synonyms: ["save", "write"],
        argument: .text(
            "Export to",
            problem: { $1.problemExporting(to: $0) }, run: { $1.export(to: $0) }),
        whyNot: { $0.rowCount == 0 && $0.shownDifference == nil ? "there is no row to export" : nil },
        change: { $0.startExport() })
}

extension DashboardState {
    fileprivate mutating func copyValue() -> [Effect] {
        let name = subjectName ?? ""
        guard let text = selectedRow?.valueText ?? source.report.overrides[name]?.value else {
            say("\(name) has no known value", .warning)
            return []
        }
        return [.copy(text)]
    }
}
