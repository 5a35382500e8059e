// The text of the help: the keys of the current screen or panel, the commands under their headings, and examples, side
// by side if there is room.
extension HelpPanel {
    private static let gap = 3
    private static let mostColumns = 3
    /// A box has a border and a blank on each side.
    private static let margin = 4

    /// A column narrower than this wraps too many titles.
    private static let leastWidth = 54
    private static let indent = 2

    func lines(_ state: DashboardState) -> [[Span]] {
        let (map, columns) = (state.project.keyMap, state.size.columns)
        let isNarrow = columns < 40
        let room = columns - Self.margin
        let count = max(1, min((room + Self.gap) / (Self.leastWidth + Self.gap), Self.mostColumns))
        let most = (room + Self.gap) / count - Self.gap
        let ofScreen = here.isEmpty ? Footer.commandsOfScreen(state) : []
        let first =
            here.isEmpty
            ? Self.section(
                ofScreen, titled: state.screen.title + " (this screen)", map, columns: most,
                isNarrow: isNarrow)
            : Self.panel(here, columns: most, isNarrow: isNarrow)
        let others = map.all.filter { command in
            showsAll
                || !map.keys(for: command).isEmpty && !ofScreen.contains(command)
                    && state.reasonDisabled(command) == nil
        }
        let sections = Command.Section.allCases.map { section in
            Self.section(
                others.filter { $0.section == section }, titled: section.rawValue, map, columns: most,
                isNarrow: isNarrow)
        }
        let blocks = ([first] + sections + (isNarrow ? [] : [Self.examples(map, columns: most)])).filter {
            !$0.isEmpty
        }
        let width = blocks.joined().reduce(0) { max($0, Self.width(of: $1)) }
        let beside = Self.beside(Self.divided(blocks, into: count), width: width)
        let notes = Self.palette(map, showsAll: showsAll) + Self.selecting(map)
        return beside + [[]] + notes.flatMap { Span($0, .dim).wrapped(to: max(1, room), limit: 4) }
    }

    /// Explains how to run a command without a key.
    private static func palette(_ map: KeyMap, showsAll: Bool) -> [String] {
        guard let key = map.name(of: .palette) else { return [] }
        let count = map.all.count { map.keys(for: $0).isEmpty }
        guard !showsAll else { return ["\(key) runs every command by its name, also those without a key."] }
        return count == 0 ? [] : ["\(count) more commands have no key: \(key) runs them, Tab lists them."]
    }

    private static func selecting(_ map: KeyMap) -> [String] {
        let palette = map.keys(for: .palette).first.map { "\($0)mouse" }
        let key = map.name(of: .mouse) ?? palette ?? "--no-mouse"
        return [
            "To select text with the mouse, hold Shift; in iTerm2, Option; in Terminal.app, fn.",
            "\(key) leaves the mouse to the terminal.",
        ]
    }

    /// Returns the commands under a heading with their keys, or for those without a key, how to run them. Empty without
    /// commands.
    private static func section(
        _ commands: [Command], titled title: String, _ map: KeyMap, columns: Int, isNarrow: Bool
    ) -> [[Span]] {
        guard !commands.isEmpty else { return [] }
        func keys(_ command: Command) -> String {
            let keys = map.keys(for: command).prefix(isNarrow ? 1 : .max).map(\.description)
            guard keys.isEmpty else { return keys.joined(separator: " ") }
            return map.name(of: .palette).map { $0 + command.name } ?? ""
        }
        let width = max(
            isNarrow ? 2 : 16, map.all.reduce(0) { max($0, min(isNarrow ? 6 : 17, keys($1).count + 1)) })
        return [[Span(title, .popupTitle)]]
            + commands.flatMap { command in
                entry(keys(command), command.title, at: width, columns: columns, isNarrow: isNarrow)
            }
    }

    private static func panel(_ hints: [KeyHint], columns: Int, isNarrow: Bool) -> [[Span]] {
        [[Span("Here", .popupTitle)]]
            + hints.flatMap {
                entry($0.keys, $0.word, at: isNarrow ? 6 : 17, columns: columns, isNarrow: isNarrow)
            }
    }

    /// Returns examples of input and their effects, with the current keys.
    private static func examples(_ map: KeyMap, columns: Int) -> [[Span]] {
        func key(_ command: Command) -> String? { map.keys(for: command).first?.description }
        let examples: [(String?, String)] = [
            (key(.filter).map { $0 + " status:missing type:bool" }, "Missing keys of type bool"),
            (key(.filter).map { $0 + " is:stale" }, "Keys at their default for a long time"),
            (key(.filter).map { $0 + " /^pay/ !beta" }, "Keys that start with pay, without beta"),
            (key(.palette).map { $0 + " theme nord" }, "Choose a theme"),
            (key(.palette).map { $0 + " diff staging" }, "Compare with another source"),
            (key(.palette).map { $0 + " set true" }, "Override the key under the cursor"),
            (key(.setOverride).map { $0 + " Tab 2h Enter" }, "Override for two hours"),
        ]
        return [[Span("Examples", .popupTitle)]]
            + examples.flatMap { typed, does in
                typed.map { entry($0, does, at: 28, columns: columns, isNarrow: false) } ?? []
            }
    }

    /// Returns keys with their effect, in as many lines as necessary.
    private static func entry(
        _ keys: String, _ title: String, at width: Int, columns: Int, isNarrow: Bool
    ) -> [[Span]] {
        let start = (isNarrow ? 0 : indent) + width
        // On a narrow screen there is no room to wrap either: lines are cut at its edge.
        let titles = isNarrow ? [title] : DisplayText(title).wrapped(to: max(1, columns - start))
        return titles.enumerated().map { index, part in
            let left = index == 0 ? String(repeating: " ", count: isNarrow ? 0 : indent) + keys : ""
            return [Span(padded(left, to: start), .footerKey), Span(part, .popup)]
        }
    }

    /// Returns the blocks in columns of about the same height, in order, with an empty line between blocks.
    private static func divided(_ blocks: [[[Span]]], into count: Int) -> [[[Span]]] {
        let height = blocks.reduce(0) { $0 + $1.count + 1 }
        var columns: [[[Span]]] = [[]]
        var taken = 0
        for block in blocks {
            // A block with more than half of its lines in the next column moves there.
            let isNext = (taken + block.count / 2) * count >= height * columns.count
            if isNext, columns.count < count, columns[columns.count - 1].count > 0 { columns.append([]) }
            if !columns[columns.count - 1].isEmpty { columns[columns.count - 1].append([]) }
            columns[columns.count - 1] += block
            taken += block.count + 1
        }
        return columns
    }

    private static func beside(_ columns: [[[Span]]], width: Int) -> [[Span]] {
        let height = columns.map(\.count).max() ?? 0
        return (0..<height).map { row in
            var line: [Span] = []
            for (index, column) in columns.enumerated() where row < column.count && !column[row].isEmpty {
                let start = index * (width + gap)
                let room = start - Self.width(of: line)
                if room > 0 { line.append(Span(String(repeating: " ", count: room), .popup)) }
                line += column[row]
            }
            return line
        }
    }

    private static func width(of line: [Span]) -> Int { line.reduce(0) { $0 + $1.width } }

    private static func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - DisplayText(text).width))
    }
}
