import ExperimentsCore
import ExperimentsOperator

extension [Command] {
    static let listing: [Command] = [.narrowKeys, .widenKeys, .changedOnly, .groupView, .keyHistory]
}

extension Command {
    /// Not listed, because the palette offers it for each key that is typed.
    static let goToKey: Command = Command(
        "key", title: "Go to a key", in: .reading,
        argument: .text(
            "Key",
            run: { name, state in
                state.show(.keys, filteredBy: Filter(), at: name)
                return []
            }),
        run: { _ in [] })
}

extension Command {
    static let narrowKeys: Command = Command(
        "narrow-keys", title: "Make the key column narrower", in: .reading, keys: ["<"],
        whyNot: { $0.list.reasonNotResizingKeys(by: -ListState.resizeStep, $0) },
        run: { _ in [.send(\.list, .resizeKeys(by: -ListState.resizeStep))] })
    static let widenKeys: Command = Command(
        "widen-keys", title: "Make the key column wider", in: .reading, keys: [">"],
        whyNot: { $0.list.reasonNotResizingKeys(by: ListState.resizeStep, $0) },
        run: { _ in [.send(\.list, .resizeKeys(by: ListState.resizeStep))] })
    static let changedOnly: Command = Command(
        "changed-only", title: "Show only keys changed by the last fetch", in: .reading, keys: ["c"],
        footer: FooterPlace("changed", at: .others(1), where: \.listsKeysInView),
        shell: "experiments list --changed", whyNot: reasonNotListing,
        run: { _ in [.send(\.list, .toggleChangedOnly)] })
    static let groupView: Command = Command(
        "group-view", title: "Show keys in groups", in: .reading, keys: ["v"],
        footer: FooterPlace("groups", at: .others(2), where: \.listsKeysInView),
        shell: "experiments list --groups", whyNot: reasonNotListing,
        run: { _ in [.send(\.list, .toggleGroups)] })
    static let keyHistory: Command = Command(
        "key-history", title: "Show the fetches that changed this key", in: .reading,
        shell: "experiments history --key KEY", whyNot: \.reasonNoKey,
        change: { state in
            guard let name = state.subjectName else { return }
            state.show(
                .history, filteredBy: Filter("key:" + (name.contains(scalar: " ") ? "\"\(name)\"" : name)))
        })

    @Sendable private static func reasonNotListing(_ state: DashboardState) -> String? {
        state.screen.listsKeys ? nil : "only on screens 1 to 4"
    }
}

extension DashboardState {
    /// The reason why there is no key for a command.
    var reasonNoKey: String? {
        if screen == .experiments {
            return subjectName == nil ? "the key of this experiment is unknown" : nil
        }
        if !screen.listsKeys { return "only on screens 1 to 4" }
        return selectedName == nil ? "no key selected" : nil
    }
}

extension [Command] {
    static let moving: [Command] = [
        .moveDown, .moveUp, .top, .bottom, .halfPageDown, .halfPageUp, .pageDown, .pageUp, .scrollRight,
        .scrollLeft,
    ]
}

extension Command {
    static let moveDown: Command = cursor("move-down", title: "Move down", keys: ["j", .key(.down)])
    static let moveUp: Command = cursor("move-up", title: "Move up", keys: ["k", .key(.up)])
    static let top: Command = cursor("top", title: "Go to the first row", keys: ["g", .key(.home)])
    static let bottom: Command = cursor("bottom", title: "Go to the last row", keys: ["G", .key(.end)])
    static let halfPageDown: Command = cursor(
        "half-page-down", title: "Half a page down", keys: [.control("d")])
    static let halfPageUp: Command = cursor("half-page-up", title: "Half a page up", keys: [.control("u")])
    static let pageDown: Command = cursor(
        "page-down", title: "A page down", keys: [.key(.pageDown), .control("f")])
    static let pageUp: Command = cursor("page-up", title: "A page up", keys: [.key(.pageUp), .control("b")])
    static let scrollRight: Command = Command(
        "scroll-right", title: "Scroll values right", in: .moving, keys: [.key(.right)],
        whyNot: reasonNotScrolling,
        run: { _ in [.send(\.list, .scrollValues(by: 8))] })
    static let scrollLeft: Command = Command(
        "scroll-left", title: "Scroll values left", in: .moving, keys: ["H", .key(.left)],
        whyNot: reasonNotScrolling, run: { _ in [.send(\.list, .scrollValues(by: -8))] })

    /// Creates a command that moves the cursor to another row.
    private static func cursor(_ name: String, title: String, keys: [KeyPress]) -> Command {
        Command(
            name, title: title, in: .moving, keys: keys,
            change: { state in
                let page = max(1, state.layout.list.rows - 1)
                let command = [Command].moving.first { $0.name == name }
                let row = command?.row(from: state.position.cursor, page: page, count: state.rowCount)
                if let row { state.moveCursor(to: row) }
            })
    }

    /// Returns the row to which the command moves the cursor, before it is limited to the rows of the list; nil if it
    /// does not move the cursor.
    func row(from row: Int, page: Int, count: Int) -> Int? {
        switch self {
        case .moveDown: row + 1
        case .moveUp: row - 1
        case .pageDown: row + page
        case .pageUp: row - page
        case .halfPageDown: row + (page + 1) / 2
        case .halfPageUp: row - (page + 1) / 2
        case .top: 0
        case .bottom: count - 1
        default: nil
        }
    }

    @Sendable private static func reasonNotScrolling(_ state: DashboardState) -> String? {
        state.screen.listsKeys ? nil : "only on screens 1 to 4"
    }
}

extension [Command] {
    static let finding: [Command] = [.back, .filter, .find, .findDetails, .findNext, .findPrevious]
}

extension Command {
    static let back: Command = Command(
        "back", title: "Back: close, or clear the filter", in: .reading, keys: [.key(.escape)],
        footer: FooterPlace("back") { state in
            state.showsOnlyDetails ? .details : state.actsOnMarks ? .row(9) : nil
        },
        run: { state in
            // With nothing to close, show no message.
            state.goBack() ?? []
        })
    static let filter: Command = Command(
        "filter", title: "Filter rows", in: .reading, keys: ["/"],
        footer: FooterPlace("filter", at: .row(8)) { !$0.actsOnMarks && !$0.showsOnlyDetails },
        shell: "experiments list --filter TEXT", synonyms: ["grep", "search", "only"],
        argument: .text(
            "Filter", suggestions: { $0.list.recentFilters },
            problem: { text, _ in Filter(text).problem?.text },
            run: { text, _ in [.send(\.list, .apply(filter: text))] }),
        run: { _ in [.send(\.list, .startFilter)] })
    static let find: Command = Command(
        "find", title: "Find: jump to a row", in: .reading, keys: ["f"],
        footer: FooterPlace("find", at: .others(0)),
        shell: "experiments list --filter TEXT", synonyms: ["go", "goto"],
        argument: .text(
            "Find", problem: { text, _ in Filter(text).problem?.text },
            run: { text, _ in [.send(\.list, .find(text))] }),
        // If only the details are visible, search in them.
        run: { $0.showsOnlyDetails ? [.send(\.details, .startSearch)] : [.send(\.list, .startSearch)] })
    static let findDetails: Command = Command(
        "find-in-details", title: "Find text in the details", in: .reading, keys: ["F"],
        run: { _ in [.send(\.details, .startSearch)] })
    static let findNext: Command = Command(
        "find-next", title: "Go to the next match", in: .reading, keys: ["n"],
        footer: FooterPlace(
            "next", at: .found(0), where: { $0.list.search.isActive || $0.details.isSearched }),
        whyNot: { $0.list.reasonNotFinding($0) }, run: { _ in [.send(\.list, .findNext(back: false))] })
    static let findPrevious: Command = Command(
        "find-previous", title: "Go to the previous match", in: .reading, keys: ["N"],
        footer: FooterPlace(
            "previous", at: .found(1), where: { $0.list.search.isActive || $0.details.isSearched }),
        whyNot: { $0.list.reasonNotFinding($0) }, run: { _ in [.send(\.list, .findNext(back: true))] })
}

extension [Command] {
    static let sorting: [Command] = [.sort, .sortLeft, .sortRight, .invertSort]
}

extension Command {
    static let sort: Command = Command(
        "sort", title: "Sort by the next column", in: .reading, keys: ["s"],
        footer: FooterPlace("sort") { state in
            state.rowCount > 1 && (state.screen == .apps || state.listsKeysInView) ? .list(1) : nil
        },
        shell: "experiments list --sort COLUMN", synonyms: ["order"],
        argument: .oneOf("Sort by") {
            $0.screen.list.orders($0)
        } run: {
            $1.screen.list.sort(by: $0, &$1)
            return []
        },
        whyNot: { $0.screen.list.reasonNotSorting(.sort, $0) },
        change: { sortRows(.sort, &$0) })
    static let sortLeft: Command = Command(
        "sort-left", title: "Sort by the column to the left", in: .reading, keys: ["{"],
        shell: "experiments list --sort COLUMN", whyNot: { $0.screen.list.reasonNotSorting(.sortLeft, $0) },
        change: { sortRows(.sortLeft, &$0) })
    static let sortRight: Command = Command(
        "sort-right", title: "Sort by the column to the right", in: .reading, keys: ["}"],
        shell: "experiments list --sort COLUMN", whyNot: { $0.screen.list.reasonNotSorting(.sortRight, $0) },
        change: { sortRows(.sortRight, &$0) })
    static let invertSort: Command = Command(
        "invert-sort", title: "Reverse the order", in: .reading, keys: ["S"],
        shell: "experiments list --sort COLUMN --reverse", synonyms: ["reverse"],
        whyNot: { $0.screen.list.reasonNotSorting(.invertSort, $0) },
        change: { sortRows(.invertSort, &$0) })

    private static func sortRows(_ command: Command, _ state: inout DashboardState) {
        state.screen.list.sort(command, &state)
        guard state.rowCount == 0 else { return }
        // In that case, no title with an arrow is drawn.
        state.announce("order changed; there are no rows to sort", .success, seconds: 2)
    }
}
