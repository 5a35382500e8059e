import ExperimentsOperator

/// The hints in the last line: the keys that work here, the most useful first. What does not fit is left out. The view
/// draws them, and the mouse clicks on them.
struct Footer {
    /// A hint with its place.
    struct Item {
        /// The command that a click runs outside panels and prompts.
        let action: Command?
        let hint: KeyHint
        /// The number of columns from the left edge.
        let column: Int
    }

    /// A hint to show if there is room, with its command outside panels and prompts.
    private typealias Wanted = (command: Command?, hint: KeyHint)

    let items: [Item]
    /// The position of the cursor in a list without a frame, at the right: `45/100,000`; empty if there are no rows or
    /// there is no room.
    let position: String
    private static let gap = 2

    /// - Parameter commands: the commands to consider; nil for all.
    init(_ state: DashboardState, of commands: [Command]? = nil) {
        let wanted = Self.wanted(state, commands ?? state.project.keyMap.all)
        position = Self.position(state)
        let end = state.size.columns - 1 - (position.isEmpty ? 0 : position.utf8.count + Self.gap)
        var room = end
        var isShown = [Bool](repeating: false, count: wanted.count)
        func take(_ index: Int) {
            isShown[index] = true
            room -= wanted[index].hint.width + Self.gap
        }
        let lasting = Self.lasting(wanted).filter { index in
            guard wanted[index].hint.width <= room else { return false }
            take(index)
            return true
        }
        for index in wanted.indices where !isShown[index] {
            guard wanted[index].hint.width <= room else { break }
            take(index)
        }
        func items(_ places: [Int], from start: Int) -> [Item] {
            var column = start
            return places.map { index in
                defer { column += wanted[index].hint.width + Self.gap }
                return Item(action: wanted[index].command, hint: wanted[index].hint, column: column)
            }
        }
        // Permanent hints are at the right, in their order.
        let right = wanted.indices.filter { lasting.contains($0) }
        let rightWidth = right.reduce(-Self.gap) { $0 + wanted[$1].hint.width + Self.gap }
        let left = wanted.indices.filter { isShown[$0] && !lasting.contains($0) }
        self.items = items(left, from: 1) + items(right, from: max(1, end - rightWidth))
    }

    /// Returns the hint at a column.
    func item(at column: Int) -> Item? {
        items.first { column >= $0.column && column < $0.column + $0.hint.width }
    }

    /// Returns the commands that have a place in the footer of a screen, in their order there. Those for every screen
    /// are not included.
    static func commandsOfScreen(_ state: DashboardState) -> [Command] {
        ranked(state.project.keyMap.all, state).filter { place in
            switch place.rank {
            case .help, .fetching, .sources, .program: false
            default: place.command.section != .program && state.reasonDisabled(place.command) == nil
            }
        }.map(\.command)
    }

    private static func ranked(_ commands: [Command], _ state: DashboardState) -> [(
        command: Command, rank: FooterPlace.Rank
    )] {
        commands.compactMap { command in command.footer?.rank(state).map { (command: command, rank: $0) } }
            .sorted { $0.rank < $1.rank }
    }

    /// Returns the commands that have a place in the footer because of the row under the cursor, in their order there.
    static func commandsOfRow(_ state: DashboardState) -> [Command] {
        ranked(state.project.keyMap.all, state).filter { place in
            place.rank.isAboutRow && state.reasonDisabled(place.command) == nil
        }.map(\.command)
    }

    private static let leastColumns = 40

    private static func position(_ state: DashboardState) -> String {
        guard state.size.columns >= leastColumns, !state.isTyping else { return "" }
        if let panel = state.panels.top {
            guard !Layout.hasFrames(state.size), let position = panel.rowPosition else { return "" }
            return CountText.position(position.row, of: position.count)
        }
        let layout = state.layout
        return layout.hasFrames || layout.list.isEmpty ? "" : state.positionText
    }

    /// Returns all hints, the most useful first.
    private static func wanted(_ state: DashboardState, _ commands: [Command]) -> [Wanted] {
        // In a panel or a prompt, only its own keys work.
        if let panel = state.panels.top {
            let help = panel.offersHelp ? hint(of: .help, state) : nil
            return (help.map { [(.help, $0)] } ?? []) + panel.hints(state).map { (nil, $0) }
        }
        if let hints = promptHints(state) { return hints.map { (nil, $0) } }
        return ranked(commands, state).compactMap { place in
            // Without a row, keys for rows are useless.
            guard !place.rank.isAboutRow || state.reasonDisabled(place.command) == nil else { return nil }
            return hint(of: place.command, state).map { (place.command, $0) }
        }
    }

    /// Returns the hint of a command: its key here and its word; nil without either.
    private static func hint(of command: Command, _ state: DashboardState) -> KeyHint? {
        let key = state.project.keyMap.keys(for: command).first { state.command(for: $0) == command }
        guard let word = command.footer?.word(state), let key else { return nil }
        return KeyHint(key, word)
    }

    /// Returns the indices of the hints that stay on the narrowest screens, the most important first.
    private static func lasting(_ wanted: [Wanted]) -> [Int] {
        wanted.indices.compactMap { index in
            wanted[index].command?.footer?.lasting.map { (index: index, order: $0) }
        }
        .sorted { $0.order < $1.order }.map(\.index)
    }

    private static func promptHints(_ state: DashboardState) -> [KeyHint]? {
        if state.list.search.field != nil || state.details.search.field != nil { return Search.hints }
        guard state.list.filterField != nil else { return nil }
        let recall = KeyHint(KeyPress(.character("r"), modifiers: .control), "recent")
        return [KeyHint(.enter, "keep"), KeyHint(.escape, "cancel")]
            + (state.list.recentFilters.isEmpty ? [] : [recall])
            + [
                KeyHint(several: "!word", "exclude"), KeyHint(several: "\"text\"", "literal"),
                KeyHint(several: "/…/", "regex"),
                KeyHint(several: "status: type: group: value: changed:", "one field"),
            ]
    }
}

extension Footer {
    func draw(in rect: CellRect, _ canvas: inout Canvas) {
        canvas.fill(rect, .footerText)
        canvas.put(
            position, at: CellPoint(column: rect.endColumn - position.utf8.count - 1, row: rect.row),
            .footerText)
        for item in items {
            let point = CellPoint(column: rect.column + item.column, row: rect.row)
            let used = canvas.put(item.hint.keys, at: point, .footerKey)
            canvas.put(
                " " + item.hint.word, at: CellPoint(column: point.column + used, row: point.row), .footerText)
        }
    }
}

extension DashboardState {
    /// The position of the cursor in the list: `45/100,000`; empty if there are no rows.
    var positionText: String { CountText.position(position.cursor, of: rowCount) }
}

extension CountText {
    /// - Parameter row: the row, counted from 0.
    static func position(_ row: Int, of count: Int) -> String {
        count == 0 ? "" : "\(grouped(row + 1))/\(grouped(count))"
    }
}
