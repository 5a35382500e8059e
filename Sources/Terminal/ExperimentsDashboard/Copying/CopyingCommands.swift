import ExperimentsCore

extension [Command] {
    static let copying: [Command] = [.copyValue, .copyKey, .exportView, .shot]
}

extension Command {
    static let copyValue: Command = Command(
        "copy-value", title: "Copy the value", in: .reading, keys: ["y"],
        footer: FooterPlace("copy", at: .list(2), where: \.screen.listsKeys), twin: .command("experiments get KEY"),
        synonyms: ["yank"],
        whyNot: \.reasonNoKey,
        run: { state in
            let name = state.subjectName ?? ""
            guard let text = state.selectedRow?.valueText ?? state.source.report.overrides[name]?.value else {
                return [.say("\(name) has no known value", .warning)]
            }
            return [.copy(text)]
        })
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
            run: { Exporting.effects(picturing: $1, to: $0) }),
        run: { [.open(Palette(field: TextField("shot \($0.screen.name).svg")))] })
    static let exportView: Command = Command(
        "export", title: "Export the rows to a file", in: .reading, keys: ["E"],
        twin: .command("experiments list --filter TEXT --json > FILE"), synonyms: ["save", "write"],
        argument: .text(
            "Export to",
            problem: { Exporting.problem(writing: $1, to: $0) },
            run: { Exporting.effects(writing: $1, to: $0) }),
        whyNot: { $0.rowCount == 0 && Exporting.shownDifference($0) == nil ? "there is no row to export" : nil },
        run: { [.open(Palette.exporting($0))] })
}
