import ExperimentsCore

extension [Command] {
    static let finding: [Command] = [.back, .filter, .find, .findDetails, .findNext, .findPrevious]
}

extension Command {
    static let back: Command = Command(
        "back", title: "Back: close, or clear the filter", in: .reading, keys: [.key(.escape)],
        footer: FooterPlace("back") { state in
            state.showsOnlyDetails ? .details(0) : state.actsOnMarks ? .row(3) : nil
        }, twin: .screenAlone,
        run: { state in
            if let effects = state.goBack() { return effects }
            let leaves = state.project.keyMap.words(.quit, "leaves").map { "; \($0)" } ?? ""
            return [.show("there is nothing to close or to clear" + leaves, .success, seconds: 2)]
        })
    static let filter: Command = Command(
        "filter", title: "Filter: leave out other rows", in: .reading, keys: ["/"],
        footer: FooterPlace("filter", at: .row(2)) { !$0.actsOnMarks },
        twin: .command("experiments list --filter TEXT"), synonyms: ["grep", "search", "only"],
        argument: .text(
            "Filter", suggestions: { $0.list.recentFilters }, problem: { text, _ in Filter(text).problem?.text },
            run: { text, _ in [.send(\.list, .apply(filter: text))] }),
        run: { _ in [.send(\.list, .startFilter)] })
    static let find: Command = Command(
        "find", title: "Find: go to a row, and leave all", in: .reading, keys: ["f"],
        footer: FooterPlace("find", at: .others(0)),
        twin: .command("experiments list --filter TEXT"), synonyms: ["go", "goto"],
        argument: .text(
            "Find", problem: { text, _ in Filter(text).problem?.text },
            run: { text, _ in [.send(\.list, .find(text))] }),
        // What is found is found in the details where nothing else is to be seen.
        run: { $0.showsOnlyDetails ? [.send(\.details, .startSearch)] : [.send(\.list, .startSearch)] })
    static let findDetails: Command = Command(
        "find-in-details", title: "Find text in the details", in: .reading, keys: ["F"], twin: .screenAlone,
        run: { _ in [.send(\.details, .startSearch)] })
    static let findNext: Command = Command(
        "find-next", title: "Go to the next match", in: .reading, keys: ["n"],
        footer: FooterPlace("next", at: .found(0), where: { $0.list.search.isActive || $0.details.isSearched }),
        twin: .screenAlone,
        whyNot: { $0.list.reasonNotFinding(Context($0)) }, run: { _ in [.send(\.list, .findNext(back: false))] })
    static let findPrevious: Command = Command(
        "find-previous", title: "Go to the match before", in: .reading, keys: ["N"],
        footer: FooterPlace("previous", at: .found(1), where: { $0.list.search.isActive || $0.details.isSearched }),
        twin: .screenAlone,
        whyNot: { $0.list.reasonNotFinding(Context($0)) }, run: { _ in [.send(\.list, .findNext(back: true))] })
}
