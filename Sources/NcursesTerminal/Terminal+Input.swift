import CNcurses
import ExperimentsDashboard

extension Terminal {
    /// Everything that has come in since the last call. Does not wait.
    public func readEvents() -> [InputEvent] {
        updateSize()
        var raw = cn_input()
        while cn_read(&raw) {
            if let input = RawInput(raw) { decoder.feed(input) }
        }
        decoder.pause()
        if decoder.events.contains(where: { if case .background = $0 { true } else { false } }) { askedAt = nil }
        var events = decoder.takeEvents()
        if sizeChanged {
            events.insert(.resized(size), at: 0)
            sizeChanged = false
        }
        return events
    }

    /// Asks the terminal for its size and makes the screen as large.
    func updateSize() {
        var columns: Int32 = 0
        var rows: Int32 = 0
        guard cn_terminal_size(output, &columns, &rows) else { return }
        let actual = CellSize(columns: Int(columns), rows: Int(rows))
        guard actual != size else { return }
        size = actual
        sizeChanged = true
        shown = nil
        cn_resize(columns, rows)
    }
}

extension RawInput {
    init?(_ raw: cn_input) {
        switch UInt32(raw.kind) {
        case CN_CHARACTER.rawValue: self = .character(raw.value)
        case CN_KEY.rawValue:
            guard let key = Self.key(raw.value) else { return nil }
            self = .key(key, KeyModifiers(rawValue: UInt8(truncatingIfNeeded: raw.modifiers)))
        case CN_SGR_MOUSE.rawValue: self = .mouse
        case CN_X10_MOUSE.rawValue: self = .oldMouse
        case CN_FOCUS.rawValue: self = .focus(raw.value != 0)
        default: return nil
        }
    }

    private static func key(_ code: UInt32) -> Key? {
        switch code {
        case CN_KEY_UP.rawValue: .up
        case CN_KEY_DOWN.rawValue: .down
        case CN_KEY_LEFT.rawValue: .left
        case CN_KEY_RIGHT.rawValue: .right
        case CN_KEY_HOME.rawValue: .home
        case CN_KEY_END.rawValue: .end
        case CN_KEY_PAGE_UP.rawValue: .pageUp
        case CN_KEY_PAGE_DOWN.rawValue: .pageDown
        case CN_KEY_BACK_TAB.rawValue: .backTab
        case CN_KEY_ENTER.rawValue: .enter
        case CN_KEY_BACKSPACE.rawValue: .backspace
        case CN_KEY_DELETE.rawValue: .delete
        case CN_KEY_INSERT.rawValue: .insert
        case CN_KEY_FUNCTION.rawValue...CN_KEY_FUNCTION.rawValue + 63: .function(Int(code - CN_KEY_FUNCTION.rawValue))
        default: nil
        }
    }
}
