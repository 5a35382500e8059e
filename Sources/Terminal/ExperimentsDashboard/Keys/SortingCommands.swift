import ExperimentsCore
import ExperimentsOperator

extension [Command] {
    static let sorting: [Command] = [.sort, .sortLeft, .sortRight, .invertSort]
}

extension Command {
    static let sort: Command = Command(
        "sort", title: "Sort by the next column", in: .reading, keys: ["s"],
        footer: FooterPlace("sort") { $0.screen == .apps ? .row(6) : $0.screen.listsKeys ? .list(1) : nil },
        twin: .command("experiments list --sort COLUMN"), synonyms: ["order"],
        argument: .oneOf("Sort by") {
            $0.screen.list.orders($0)
        } run: {
            $1.screen.list.sort(by: $0, &$1)
            return []
        },
        whyNot: { $0.screen.list.reasonNotSorting(.sort, $0) },
        change: { $0.screen.list.sort(.sort, &$0) })
    static let sortLeft: Command = Command(
        "sort-left", title: "Sort by the column to the left", in: .reading, keys: ["{"],
        twin: .command("experiments list --sort COLUMN"), whyNot: { $0.screen.list.reasonNotSorting(.sortLeft, $0) },
        change: { $0.screen.list.sort(.sortLeft, &$0) })
    static let sortRight: Command = Command(
        "sort-right", title: "Sort by the column to the right", in: .reading, keys: ["}"],
        twin: .command("experiments list --sort COLUMN"), whyNot: { $0.screen.list.reasonNotSorting(.sortRight, $0) },
        change: { $0.screen.list.sort(.sortRight, &$0) })
    static let invertSort: Command = Command(
        "invert-sort", title: "Reverse the order", in: .reading, keys: ["S"],
        twin: .command("experiments list --sort COLUMN --reverse"), synonyms: ["reverse"],
        whyNot: { $0.screen.list.reasonNotSorting(.invertSort, $0) },
        change: { $0.screen.list.sort(.invertSort, &$0) })
}
