import ExperimentsCore

extension Feature {
    static let finding = Feature(commands: [.back, .filter, .find, .findDetails, .findNext, .findPrevious])
}

extension Command {
    static let back: Command = Command(
        "back", title: "Back: close, or clear the filter", in: .reading, keys: [.key(.escape)],
        footer: FooterPlace("back") { state in
            state.showsOnlyDetails ? .details(0) : state.actsOnMarks ? .row(3) : nil
        }, twin: .screenAlone,
        run: { state in
            if let effects = state.goBack() { return effects }
            state.sayNothingToClose()
            return []
        })
    static let filter: Command = Command(
        "filter", title: "Filter: leave out other rows", in: .reading, keys: ["/"],
        footer: FooterPlace("filter", at: .row(2)) { !$0.actsOnMarks },
        twin: .command("experiments list --filter TEXT"), synonyms: ["grep", "search", "only"],
        argument: .text(
            "Filter", suggestions: { $0.list.recentFilters }, problem: { text, _ in Filter(text).problem?.text },
            run: { text, state in
                state.applyFilter(text)
                return []
            }),
        change: { $0.startFilter() })
    static let find: Command = Command(
        "find", title: "Find: go to a row, and leave all", in: .reading, keys: ["f"],
        footer: FooterPlace("find", at: .others(0)),
        twin: .command("experiments list --filter TEXT"), synonyms: ["go", "goto"],
        argument: .text(
            "Find", problem: { text, _ in Filter(text).problem?.text },
            run: { text, state in
                state.find(text)
                return []
            }),
        change: { $0.showsOnlyDetails ? $0.startDetailSearch() : $0.startSearch() })
    static let findDetails: Command = Command(
        "find-in-details", title: "Find text in the details", in: .reading, keys: ["F"], twin: .screenAlone,
        change: { $0.startDetailSearch() })
    static let findNext: Command = Command(
        "find-next", title: "Go to the next match", in: .reading, keys: ["n"],
        footer: FooterPlace("next", at: .found(0), where: \.isLookingForText), twin: .screenAlone,
        whyNot: \.reasonNotFinding, change: { $0.findNext(back: false) })
    static let findPrevious: Command = Command(
        "find-previous", title: "Go to the match before", in: .reading, keys: ["N"],
        footer: FooterPlace("previous", at: .found(1), where: \.isLookingForText), twin: .screenAlone,
        whyNot: \.reasonNotFinding, change: { $0.findNext(back: true) })
}

extension DashboardState {
    fileprivate var isLookingForText: Bool { list.search.isActive || details.isSearched }
}
