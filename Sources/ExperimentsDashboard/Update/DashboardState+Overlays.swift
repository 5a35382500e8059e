import ExperimentsCore

extension DashboardState {
    mutating func handleInOverlay(_ press: KeyPress) -> [Effect] {
        switch overlay {
        case .help(let scroll): return handle(press, help: scroll)
        case .palette(let palette): return handle(press, palette)
        case .themes(let selected, let original): return handle(press, themes: selected, original)
        case .editor(let editor): return handle(press, editor)
        case .persona(let editor): return handle(press, editor)
        case .confirmation(let confirmation): return handle(press, confirmation)
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
        let actions = palette.actions
        switch (press.key, press.modifiers) {
        case (.escape, _):
            overlay = nil
            return []
        case (.enter, _):
            overlay = nil
            return actions.indices.contains(palette.selected) ? perform(actions[palette.selected]) : []
        case (.down, _), (.character("n"), .control):
            palette.selected = min(palette.selected + 1, max(0, actions.count - 1))
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

    private mutating func handle(_ press: KeyPress, _ editor: OverrideEditor) -> [Effect] {
        var editor = editor
        if press.key == .escape {
            overlay = nil
            return []
        }
        switch editor.input {
        case .choice(let choices, _):
            switch (press.key, press.modifiers) {
            case (.enter, _), (.character(" "), []): return commit(editor)
            case (.down, _), (.character("j"), []), (.tab, _): editor.select(by: 1)
            case (.up, _), (.character("k"), []), (.backTab, _): editor.select(by: -1)
            case (.character("e"), []): editor.typeAnyText()
            case (.character(let digit), []):
                guard let number = digit.wholeNumberValue, choices.indices.contains(number - 1) else { return [] }
                editor.select(row: number - 1)
            default: return []
            }
        case .text(let field):
            switch (press.key, press.modifiers) {
            case (.enter, _): return commit(editor)
            case (.character("o"), .control):
                overlay = nil
                return [.openEditor(EditorRequest(key: editor.key, text: field.text, fileExtension: "txt"))]
            default: editor.edit { _ = $0.handle(press) }
            }
        }
        overlay = .editor(editor)
        return []
    }

    /// A value that the key refuses is set only when it is asked for twice.
    private mutating func commit(_ editor: OverrideEditor) -> [Effect] {
        var editor = editor
        if editor.problem != nil, !editor.mayInsist {
            editor.mayInsist = true
            overlay = .editor(editor)
            return []
        }
        overlay = nil
        return [.editOverrides(overriding(editor.key, with: editor.text))]
    }

    private mutating func handle(_ press: KeyPress, _ confirmation: Confirmation) -> [Effect] {
        overlay = nil
        switch press.key {
        case .character("y"), .character("Y"): return [.editOverrides(confirmation.edit)]
        case .character("e"): return confirmation.editAgain.map { [.openEditor($0)] } ?? []
        default: return []
        }
    }
}
