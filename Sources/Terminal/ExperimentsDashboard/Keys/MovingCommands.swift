import ExperimentsCore

extension [Command] {
    static let moving: [Command] = [
        .moveDown, .moveUp, .top, .bottom, .halfPageDown, .halfPageUp, .pageDown, .pageUp, .scrollRight, .scrollLeft,
    ]
}

extension Command {
    static let moveDown: Command = cursor("move-down", title: "Move down", keys: ["j", .key(.down)]) { state, _ in
        state.position.cursor + 1
    }
    static let moveUp: Command = cursor("move-up", title: "Move up", keys: ["k", .key(.up)]) { state, _ in
        state.position.cursor - 1
    }
    static let top: Command = cursor("top", title: "Go to the first row", keys: ["g", .key(.home)]) { _, _ in 0 }
    static let bottom: Command = cursor("bottom", title: "Go to the last row", keys: ["G", .key(.end)]) { state, _ in
        state.rowCount - 1
    }
    static let halfPageDown: Command = cursor("half-page-down", title: "Half a page down", keys: [.control("d")]) {
        state, page in
        state.position.cursor + (page + 1) / 2
    }
    static let halfPageUp: Command = cursor("half-page-up", title: "Half a page up", keys: [.control("u")]) {
        state, page in
        state.position.cursor - (page + 1) / 2
    }
    static let pageDown: Command = cursor("page-down", title: "A page down", keys: [.key(.pageDown), .control("f")]) {
        state, page in
        state.position.cursor + page
    }
    static let pageUp: Command = cursor("page-up", title: "A page up", keys: [.key(.pageUp), .control("b")]) {
        state, page in
        state.position.cursor - page
    }
    static let scrollRight: Command = Command(
        "scroll-right", title: "Scroll values right", in: .moving, keys: [.key(.right)], twin: .screenAlone,
        whyNot: reasonNotScrolling,
        run: { _ in [.send(\.list, .scrollValues(by: 8))] })
    static let scrollLeft: Command = Command(
        "scroll-left", title: "Scroll values left", in: .moving, keys: ["H", .key(.left)], twin: .screenAlone,
        whyNot: reasonNotScrolling, run: { _ in [.send(\.list, .scrollValues(by: -8))] })

    /// A command that moves the cursor to another row.
    ///
    /// - Parameter row: where to, given the rows of a page; beyond either end counts as the end.
    private static func cursor(
        _ name: String, title: String, keys: [KeyPress],
        to row: @escaping @Sendable (DashboardState, _ page: Int) -> Int
    ) -> Command {
        Command(
            name, title: title, in: .moving, keys: keys, twin: .screenAlone,
            whyNot: { $0.rowCount == 0 ? "there is no row to move to" : nil },
            change: { state in state.moveCursor(to: row(state, max(1, state.layout.list.rows - 1))) })
    }

    @Sendable private static func reasonNotScrolling(_ state: DashboardState) -> String? {
        state.screen.listsKeys ? nil : "only values of keys are scrolled, on screens 1 to 4"
    }
}
