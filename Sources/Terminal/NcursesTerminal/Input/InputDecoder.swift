#if os(macOS) || !canImport(Darwin)
import TerminalUI

/// Turns raw input into events: a pure machine, fed piece by piece.
///
/// ncurses knows the keys that the terminal's description names. Everything else comes through here as single
/// characters: Alt (a leading escape), keys the description does not match (under tmux they often do not), mouse
/// reports, pasted text. What cannot be understood is dropped as a whole and never taken for key presses.
struct InputDecoder {
    private enum State {
        case ground
        case escape
        case control(ControlSequence)
        case shifted
        case command(SystemCommand)
        case oldMouse([UInt32])
        case paste
    }

    private var state = State.ground
    // Beside the state: as a part of it, it would be copied for every letter.
    private var pasted = PastedText()
    private var scalars = ScalarReader()
    private(set) var events: [InputEvent] = []

    /// Whether a sequence has begun whose rest is to come. If it does not come soon, call `giveUp`.
    var isInsideSequence: Bool {
        switch state {
        case .ground, .paste: false
        default: true
        }
    }

    /// Whether text is being pasted. If nothing comes for a long time, call `giveUp`.
    var isInsidePaste: Bool {
        if case .paste = state { true } else { false }
    }

    /// Whether bytes of a character came, and the others are to come.
    var isInsideCharacter: Bool { scalars.isInsideCharacter }

    mutating func takeEvents() -> [InputEvent] {
        defer { events = [] }
        return events
    }

    mutating func feed(_ input: RawInput) {
        switch (state, input) {
        case (.paste, .character(let scalar)): if pasted.append(scalar: scalar) { finishPaste() }
        case (.paste, _): break
        case (.escape, .key(let key, let modifiers)):
            state = .ground
            emit(key, modifiers.union(.alt))
        case (_, .key(let key, let modifiers)):
            giveUp()
            emit(key, modifiers)
        case (_, .mouse):
            giveUp()
            state = .control(ControlSequence(parameters: "<"))
        case (_, .oldMouse):
            giveUp()
            state = .oldMouse([])
        case (_, .focus(let isFocused)):
            giveUp()
            events.append(.focus(isFocused))
        case (_, .character(let scalar)): character(scalar)
        }
    }

    /// Takes many bytes at once, as they come from the terminal.
    mutating func feed(bytes: Slice<UnsafeMutableBufferPointer<UInt8>>) {
        var rest = bytes
        // Before this place there are too few letters in a row.
        var scattered = rest.startIndex
        while let byte = rest.first {
            if isInsidePaste {
                guard let next = pasted.take(rest) else { return }
                rest = next
                finishPaste()
            } else if case .ground = state, !isInsideCharacter, rest.startIndex >= scattered {
                let run = LetterRun(rest)
                if let text = run.text {
                    events.append(.typed(text))
                    rest = rest[run.end...]
                } else {
                    scattered = run.end + 1
                }
            } else {
                let (scalar, isTaken) = scalars.take(byte)
                if isTaken { rest = rest.dropFirst() }
                if let scalar { feed(.character(scalar)) }
            }
        }
    }

    private mutating func finishPaste() {
        state = .ground
        events.append(.paste(pasted.text))
        pasted = PastedText()
    }

    /// There is no more input for now. An escape that nothing follows is the key: ncurses has waited for more.
    mutating func pause() {
        if case .escape = state { giveUp() }
    }

    /// The rest of a sequence did not come: what was the start of one was a key after all, or is dropped.
    mutating func giveUp() {
        let unfinished = state
        state = .ground
        switch unfinished {
        case .escape: emit(.escape)
        case .control(let sequence) where sequence.parameters.isEmpty: emit(.character("["), .alt)
        case .shifted: emit(.character("O"), .alt)
        case .command(let command) where command.isEmpty: emit(.character("]"), .alt)
        case .paste: finishPaste()
        default: break
        }
    }

    private mutating func character(_ scalar: UInt32) {
        switch state {
        case .ground:
            if scalar == 0x1b { state = .escape } else { emitCharacter(scalar) }
        case .escape:
            switch scalar {
            case 0x1b: emit(.escape)
            case 0x5b: state = .control(ControlSequence())
            case 0x4f: state = .shifted
            case 0x5d: state = .command(SystemCommand())
            default:
                state = .ground
                emitCharacter(scalar, .alt)
            }
        case .control(var sequence):
            if sequence.append(scalar) {
                state = .control(sequence)
            } else if (0x40...0x7e).contains(scalar) {
                state = .ground
                finish(sequence, final: scalar)
            } else {
                state = .ground
                character(scalar)
            }
        case .shifted:
            state = .ground
            if let key = Self.shiftedKeys[scalar] { emit(key) } else if scalar < 0x20 { character(scalar) }
        case .command(var command):
            let isOver = command.append(scalar)
            state = isOver ? .ground : .command(command)
            if isOver, let color = command.background { events.append(.background(color)) }
        case .oldMouse(var report):
            report.append(scalar)
            state = report.count < 3 ? .oldMouse(report) : .ground
            if report.count == 3, let event = MouseReport.event(old: report) { events.append(.mouse(event)) }
        case .paste: break
        }
    }

    private mutating func finish(_ sequence: ControlSequence, final: UInt32) {
        if sequence.parameters == "", final == 0x4d {
            state = .oldMouse([])
        } else if sequence.numbers.first == 200, final == 0x7e {
            state = .paste
        } else if let event = sequence.event(final: final) {
            events.append(event)
        }
    }

    private mutating func emit(_ key: Key, _ modifiers: KeyModifiers = []) {
        events.append(.key(KeyPress(key, modifiers: modifiers)))
    }

    private mutating func emitCharacter(_ value: UInt32, _ modifiers: KeyModifiers = []) {
        switch value {
        case 0x09: emit(.tab, modifiers)
        case 0x0a, 0x0d: emit(.enter, modifiers)
        case 0x08, 0x7f: emit(.backspace, modifiers)
        case 0x00: emit(.character(" "), modifiers.union(.control))
        case 0x01..<0x20:
            let letter = UnicodeScalar(UInt8(value < 0x1b ? value + 0x60 : value + 0x40))
            emit(.character(Character(letter)), modifiers.union(.control))
        case 0x80..<0xa0: break
        default:
            if let scalar = UnicodeScalar(value) { emit(.character(Character(scalar)), modifiers) }
        }
    }

    /// `ESC O` and these: the keypad, and the cursor keys of terminals in application mode.
    private static let shiftedKeys: [UInt32: Key] = {
        var keys: [UInt32: Key] = [
            0x41: .up, 0x42: .down, 0x43: .right, 0x44: .left, 0x46: .end, 0x48: .home, 0x49: .tab, 0x4d: .enter,
            0x50: .function(1), 0x51: .function(2), 0x52: .function(3), 0x53: .function(4), 0x58: .character("="),
        ]
        for (offset, character) in "*+,-./0123456789".enumerated() {
            keys[0x6a + UInt32(offset)] = .character(character)
        }
        return keys
    }()
}
#endif

#if os(macOS) || !canImport(Darwin)
import TerminalUI

/// What ncurses makes of the bytes from the terminal, before sequences that it does not know are put together.
enum RawInput: Equatable {
    /// A scalar, control characters included.
    case character(UInt32)

    /// A key that the terminal's description names.
    case key(Key, KeyModifiers)

    /// `ESC [ <`; parameters follow as characters.
    case mouse

    /// `ESC [ M`; three characters follow.
    case oldMouse

    /// The focus came or went.
    case focus(Bool)
}
#endif
