import ExperimentsCore

/// The keys and what they do, from the same map that the keys are looked up in.
struct HelpPanel: TextPanel {
    var text = ScrolledText<Filter>()
    let title = "Help"
    /// The keys of the panel that it lies over; none on a screen.
    var here: [KeyHint] = []

    mutating func handle(_ press: KeyPress, _ state: DashboardState) -> PanelAnswer {
        if typedField == nil, state.project.keyMap.command(for: press) == .filter {
            // Looking for a key is looking for what it does.
            if here.isEmpty { return .close([.perform(.palette)]) }
            // Commands are run on screens, not on what lies over them: there the help itself is looked through.
            if let find = state.project.keyMap.keys(for: .find).first { return read(find, state) }
        }
        return read(press, state)
    }

    func hints(_ state: DashboardState) -> [KeyHint] {
        readingHints(state.project.keyMap)
            + (text.search.isActive || !here.isEmpty ? [] : state.project.keyMap.hint([.filter], "commands"))
    }

    func lines(_ state: DashboardState) -> [[Span]] {
        lines(state.project.keyMap, columns: state.size.columns)
    }
}

extension [Command] {
    static let helping: [Command] = [.palette, .help]
}

extension Command {
    static let palette: Command = Command(
        "palette", title: "Find a command", in: .program, keys: [":", .control("p")],
        footer: FooterPlace("commands", at: .program(1), lasting: 2),
        twin: .command("experiments bindings"), run: { _ in [.open(Palette())] })
    static let help: Command = Command(
        "help", title: "Help", in: .program, keys: ["?", .key(.function(1))],
        footer: FooterPlace("help", at: .help, lasting: 0),
        twin: .command("experiments bindings"),
        run: { [.open(HelpPanel(here: $0.panels.top?.hints($0) ?? []))] })
}

// The lines of the help: the keys of a panel, every command under its heading, and examples, side by side if there is
/// room.
extension HelpPanel {
    private static let gap = 3
    private static let mostColumns = 3
    /// A box has a border and a blank on each side.
    private static let margin = 4

    /// A column narrower than this wraps too many titles.
    private static let leastWidth = 54
    private static let indent = 2

    /// - Parameter columns: the width of the screen; where it is small, one key of each command is named.
    private func lines(_ map: KeyMap, columns: Int) -> [[Span]] {
        let isNarrow = columns < 40
        let room = columns - Self.margin
        let count = max(1, min((room + Self.gap) / (Self.leastWidth + Self.gap), Self.mostColumns))
        let most = (room + Self.gap) / count - Self.gap
        let sections = Command.Section.allCases.map { Self.section($0, map, columns: most, isNarrow: isNarrow) }
        let panel = here.isEmpty ? [] : [Self.panel(here, columns: most, isNarrow: isNarrow)]
        let blocks = panel + sections + (isNarrow ? [] : [Self.examples(map, columns: most)])
        let width = blocks.joined().reduce(0) { max($0, Self.width(of: $1)) }
        let beside = Self.beside(Self.divided(blocks, into: count), width: width)
        return beside + [[]] + Self.selecting(map).map { [Span($0, .dim)] }
    }

    private static func selecting(_ map: KeyMap) -> [String] {
        let palette = map.keys(for: .palette).first.map { "\($0)mouse" } ?? "--no-mouse"
        return [
            "To select text with the mouse, hold Shift; in iTerm2, Option; in Terminal.app, fn.",
            "\(palette) leaves the mouse to the terminal.",
        ]
    }

    private static func section(
        _ section: Command.Section, _ map: KeyMap, columns: Int, isNarrow: Bool
    ) -> [[Span]] {
        func keys(_ command: Command) -> String {
            map.keys(for: command).prefix(isNarrow ? 1 : .max).map(\.description).joined(separator: " ")
        }
        let width = max(
            isNarrow ? 2 : 16, Command.all.reduce(0) { max($0, min(isNarrow ? 6 : 17, keys($1).count + 1)) })
        let commands = Command.all.filter { $0.section == section }
        return [[Span(section.rawValue, .popupTitle)]]
            + commands.flatMap { command in
                entry(keys(command), command.title, at: width, columns: columns, isNarrow: isNarrow)
            }
    }

    private static func panel(_ hints: [KeyHint], columns: Int, isNarrow: Bool) -> [[Span]] {
        [[Span("Here", .popupTitle)]]
            + hints.flatMap { entry($0.keys, $0.word, at: isNarrow ? 6 : 17, columns: columns, isNarrow: isNarrow) }
    }

    /// Returns examples of what can be typed, with the keys as they are bound, and their effects.
    private static func examples(_ map: KeyMap, columns: Int) -> [[Span]] {
        func key(_ command: Command) -> String? { map.keys(for: command).first?.description }
        let examples: [(String?, String)] = [
            (key(.filter).map { $0 + " status:missing type:bool" }, "Missing keys that hold a truth"),
            (key(.filter).map { $0 + " is:stale" }, "Keys that have long been at their defaults"),
            (key(.filter).map { $0 + " /^pay/ !beta" }, "Keys that begin with pay, without beta"),
            (key(.palette).map { $0 + " theme nord" }, "Take a theme"),
            (key(.palette).map { $0 + " diff staging" }, "Compare with another source"),
            (key(.palette).map { $0 + " set true" }, "Override the key under the cursor"),
            (key(.setOverride).map { $0 + " Tab 2h Enter" }, "An override that ends in two hours"),
        ]
        return [[Span("Examples", .popupTitle)]]
            + examples.flatMap { typed, does in
                typed.map { entry($0, does, at: 28, columns: columns, isNarrow: false) } ?? []
            }
    }

    /// Keys, and beside them what they do, on as many lines as that takes.
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

    /// The blocks in columns of about the same height, in order, with an empty line between two.
    private static func divided(_ blocks: [[[Span]]], into count: Int) -> [[[Span]]] {
        let height = blocks.reduce(0) { $0 + $1.count + 1 }
        var columns: [[[Span]]] = [[]]
        var taken = 0
        for block in blocks {
            // A block that lies in the next column by its larger half goes there.
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
