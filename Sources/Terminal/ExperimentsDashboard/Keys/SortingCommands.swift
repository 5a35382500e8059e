import ExperimentsCore
import ExperimentsOperator

extension Feature {
    static let sorting = Feature(commands: [.sort, .sortLeft, .sortRight, .invertSort])
}

extension Command {
    static let sort: Command = Command(
        "sort", title: "Sort by the next column", in: .reading, keys: ["s"],
        footer: FooterPlace("sort") { $0.screen == .apps ? .row(6) : $0.screen.listsKeys ? .list(1) : nil },
        twin: .command("experiments list --sort COLUMN"), synonyms: ["order"],
        argument: .oneOf("Sort by") {
            $0.screen == .apps
                ? AppList.Order.allCases.map(\.rawValue) : KeyOrder.Column.columns(of: $0.screen).map(\.rawValue)
        } run: {
            $1.sort(by: $0)
        },
        whyNot: { $0.reasonNotSorting(.sort) },
        change: { $0.changeSort(.sort) })
    static let sortLeft: Command = Command(
        "sort-left", title: "Sort by the column to the left", in: .reading, keys: ["{"],
        twin: .command("experiments list --sort COLUMN"), whyNot: { $0.reasonNotSorting(.sortLeft) },
        change: { $0.changeSort(.sortLeft) })
    static let sortRight: Command = Command(
        "sort-right", title: "Sort by the column to the right", in: .reading, keys: ["}"],
        twin: .command("experiments list --sort COLUMN"), whyNot: { $0.reasonNotSorting(.sortRight) },
        change: { $0.changeSort(.sortRight) })
    static let invertSort: Command = Command(
        "invert-sort", title: "Reverse the order", in: .reading, keys: ["S"],
        twin: .command("experiments list --sort COLUMN --reverse"), synonyms: ["reverse"],
        whyNot: { $0.reasonNotSorting(.invertSort) },
        change: { $0.changeSort(.invertSort) })
}

extension DashboardState {
    fileprivate mutating func sort(by column: String) -> [Effect] {
        if screen == .apps {
            if let order = AppList.Order(rawValue: column) { sortApps(by: order) }
        } else if let column = KeyOrder.Column(rawValue: column) {
            list.sort = KeyOrder(column)
            rebuildListing()
        }
        return []
    }

    fileprivate func reasonNotSorting(_ command: Command) -> String? {
        if screen == .apps { return nil }
        if !screen.listsKeys { return "only lists of keys and of apps are sorted" }
        // Otherwise the title's arrow turns, at least.
        return command == .invertSort && rowCount < 2 && list.sort.column == .declared
            ? "there is nothing to turn" : nil
    }
}
