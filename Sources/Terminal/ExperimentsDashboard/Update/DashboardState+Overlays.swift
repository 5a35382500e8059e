import ExperimentsCore

extension DashboardState {
    mutating func handleInOverlay(_ press: KeyPress) -> [Effect] {
        switch overlay {
        case .help(let panel):
            // Looking for a key is looking for what it does.
            if panel.search.field == nil, keyMap.command(for: press) == .filter { return perform(.palette) }
            handle(press, panel, lines: helpLines) { .help($0) }
            return []
        case .messages(let panel):
            handle(press, panel, lines: messageLines) { .messages($0) }
            return []
        case .selectable(let text, let panel):
            handle(press, panel, lines: selectableLines(text)) { .selectable(text, $0) }
            return []
        case .palette(let palette): return handle(press, palette)
        case .themes(let selected, let original): return handle(press, themes: selected, original)
        case .editor(let editor): return handle(press, editor)
        case .persona(let editor): return handle(press, editor)
        case .confirmation(let confirmation): return handle(press, confirmation)
        case .profiles(let panel): return handle(press, panel)
        case .sources(let panel): return handle(press, panel)
        case .comparison(let panel): return handle(press, panel)
        case nil: return []
        }
    }

    var helpLines: [[Span]] { HelpView.lines(keyMap, columns: size.columns) }

    var messageLines: [[Span]] { MessagesView.lines(self) }

    private mutating func handle(_ press: KeyPress, _ palette: Palette) -> [Effect] {
        var palette = palette
        let entries = palette.entries(self)
        switch (press.key, press.modifiers) {
        case (.escape, _):
            overlay = nil
            return []
        case (.enter, _):
            overlay = nil
            return entries.indices.contains(palette.selected) ? perform(entries[palette.selected]) : []
        case (.down, _), (.character("n"), .control):
            palette.selected = min(palette.selected + 1, max(0, entries.count - 1))
        case (.up, _), (.character("p"), .control): palette.selected = max(0, palette.selected - 1)
        default:
            if palette.field.handle(press) { palette.selected = 0 }
        }
        overlay = .palette(palette)
        return []
    }

    private mutating func handle(_ press: KeyPress, themes selected: Int, _ original: Theme) -> [Effect] {
        switch press.key {
        case .enter:
            overlay = nil
            chooseTheme()
            return []
        case .escape, .character("q"):
            theme = original
            overlay = nil
            return []
        default: break
        }
        let count = themes.names.count
        switch keyMap.command(for: press) {
        case .moveDown, .theme: return tryTheme((selected + 1) % count)
        case .moveUp: return tryTheme((selected + count - 1) % count)
        default: return []
        }
    }

    private mutating func handle(_ press: KeyPress, _ confirmation: Confirmation) -> [Effect] {
        overlay = confirmation.underneath
        switch press.key {
        case .character("y"), .character("Y"): return confirmation.effects
        default: return []
        }
    }

    private mutating func perform(_ entry: PaletteEntry) -> [Effect] {
        switch entry {
        case .action(let action):
            recentCommands = [action] + recentCommands.filter { $0 != action }.prefix(Self.recentCount - 1)
            return perform(action)
        case .source(let source): return switchSource(to: source.name)
        case .filter(let text): applyFilter(text)
        case .export(let path): return export(to: path)
        }
        return []
    }

    /// How many of the actions run last the palette begins with.
    private static let recentCount = 5
}
