import ExperimentsCore

extension DashboardState {
    mutating func handleInOverlay(_ press: KeyPress) -> [Effect] {
        switch overlay {
        case .help(let scroll): return handle(press, help: scroll)
        case .palette(let palette): return handle(press, palette)
        case .themes(let selected, let original): return handle(press, themes: selected, original)
        case .editor(let editor): return handle(press, editor)
        case .confirmation(let confirmation): return handle(press, confirmation)
        case .profiles(let panel): return handle(press, panel)
        case .sources(let panel): return handle(press, panel)
        case .comparison(let panel): return handle(press, panel)
        case nil: return []
        }
    }

    private mutating func handle(_ press: KeyPress, help scroll: Int) -> [Effect] {
        let page = max(1, size.rows / 2)
        switch keyMap.action(for: press) {
        case .moveDown: overlay = .help(scroll: scroll + 1)
        case .moveUp: overlay = .help(scroll: max(0, scroll - 1))
        case .pageDown, .halfPageDown: overlay = .help(scroll: scroll + page)
        case .pageUp, .halfPageUp: overlay = .help(scroll: max(0, scroll - page))
        case .top: overlay = .help(scroll: 0)
        default: overlay = nil
        }
        return []
    }

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
            say("theme \(theme.title)", .success, seconds: 3)
            return []
        case .escape, .character("q"):
            theme = original
            overlay = nil
            return []
        default: break
        }
        let names = themes.names
        let step: Int
        switch keyMap.action(for: press) {
        case .moveDown, .theme: step = 1
        case .moveUp: step = -1
        default: return []
        }
        let next = (selected + step + names.count) % names.count
        overlay = .themes(selected: next, original: original)
        do throws(ThemeProblem) {
            theme = try themes.theme(named: names[next])
        } catch {
            // The last good theme stays.
            say(error.description, .error)
        }
        return []
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
        case .action(let action): perform(action)
        case .source(let source): switchSource(to: source.name)
        }
    }
}
