import ExperimentsCore

extension Feature {
    static let finding = Feature(commands: [.back, .filter, .find, .findDetails, .findNext, .findPrevious])
}

extension Command {
    static let back: Command = Command(
        "back", "Back: close, or clear the filter", .reading, keys: [.key(.escape)], hint: "back", twin: .screenAlone,
        run: { state in
            if let effects = state.goBack() { return effects }
            state.sayNothingToClose()
            return []
        })
    static let filter: Command = Command(
        "filter", "Filter: leave out other rows", .reading, keys: ["/"], hint: "filter",
        twin: .command("experiments list --filter TEXT"), synonyms: ["grep", "search", "only"],
        argument: .text(
            "Filter", suggestions: { $0.list.recentFilters }, problem: { text, _ in Filter(text).problem?.text },
            run: { text, state in
                state.applyFilter(text)
                return []
            }),
        change: { $0.startFilter() })
    static let find: Command = Command(
        "find", "Find: go to a row, and leave all", .reading, keys: ["f"], hint: "find",
        twin: .command("experiments list --filter TEXT"), synonyms: ["go", "goto"],
        argument: .text(
            "Find", problem: { text, _ in Filter(text).problem?.text },
            run: { text, state in
                state.find(text)
                return []
            }),
        change: { $0.showsOnlyDetails ? $0.startDetailSearch() : $0.startSearch() })
    static let findDetails: Command = Command(
        "find-in-details", "Find text in the details", .reading, keys: ["F"], twin: .screenAlone,
        change: { $0.startDetailSearch() })
    static let findNext: Command = Command(
        "find-next", "Go to the next match", .reading, keys: ["n"], hint: "next", twin: .screenAlone,
        whyNot: \.reasonNotFinding, change: { $0.findNext(back: false) })
    static let findPrevious: Command = Command(
        "find-previous", "Go to the match before", .reading, keys: ["N"], hint: "previous", twin: .screenAlone,
        whyNot: \.reasonNotFinding, change: { $0.findNext(back: true) })
}
