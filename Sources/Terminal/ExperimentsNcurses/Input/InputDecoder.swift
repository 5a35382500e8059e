#if os(macOS) || !canImport(Darwin)
import ExperimentsTerminalUI

/// Turns the bytes that a terminal sends into events: a state machine without side effects that takes them in pieces of
/// any size.
///
/// Reports of the terminal, and unknown keys, are dropped completely, and never treated as key presses. This holds
/// however slowly the bytes arrive: except for a first escape, and a letter or bracket right after it, a pause never
/// turns a sequence into typed keys.
struct InputDecoder {
    private enum State {
        case ground
        case escape
        case control(ControlSequence)
        case shifted(ControlSequence)
        case console
        case string(ControlString)
        case oldMouse([UInt32])
        case paste
    }

    private let described: [[UInt8]: KeyPress]
    private var state = State.ground
    // Stored separately from the state, where it would be copied for every letter.
    private var sequence: [UInt8] = []
    private var pasted = PastedText()
    private var scalars = ScalarReader()
    private(set) var events: [InputEvent] = []

    /// - Parameter described: the keys in the terminal's description, by the bytes that the terminal sends for them.
    ///   Those that do not begin with an escape are ignored.
    init(described: [[UInt8]: KeyPress] = [:]) {
        self.described = described
    }

    /// Whether text is being pasted.
    var isInsidePaste: Bool {
        if case .paste = state { true } else { false }
    }

    /// The time to wait for the next byte before calling `giveUp`; nil for no limit.
    ///
    /// - Parameter escapeDelay: how long an escape may be the first byte of a sequence.
    func patience(escapeDelay: Duration) -> Duration? {
        switch state {
        case .ground, .console, .oldMouse: nil
        case .escape: escapeDelay
        case .control(let sequence), .shifted(let sequence):
            sequence.isEmpty ? max(escapeDelay, .seconds(1)) : nil
        case .string(let string): string.isEmpty ? max(escapeDelay, .seconds(1)) : .seconds(10)
        case .paste: pasted.isWaiting ? nil : .seconds(2)
        }
    }

    /// Handles a timeout: the start of a sequence was a key after all. The rest of a longer sequence is dropped when it
    /// arrives.
    mutating func giveUp() {
        switch state {
        case .escape: finish(as: .escape)
        case .control(let sequence) where sequence.isEmpty: finishIntroducer("[")
        case .shifted(let sequence) where sequence.isEmpty: finishIntroducer("O")
        case .string(let string) where string.isEmpty: finishIntroducer(Character(string.introducer))
        // A terminal that never ends a string must not make the keyboard useless.
        case .string: state = .ground
        case .paste:
            let isFirst = !pasted.hasPaused
            if let text = pasted.pause() { events.append(.paste(text)) }
            if isFirst { events.append(.unfinishedPaste) }
        case .ground, .control, .shifted, .console, .oldMouse: break
        }
    }

    mutating func takeEvents() -> [InputEvent] {
        defer { events = [] }
        return events
    }

    /// Takes bytes of UTF-8.
    mutating func feed(bytes: ArraySlice<UInt8>) {
        var rest = bytes
        // No run of letters begins before this place.
        var scattered = rest.startIndex
        while let byte = rest.first {
            if isInsidePaste {
                if pasted.isAsked(toEndBy: bytes) { events.append(.unfinishedPaste) }
                guard let next = pasted.take(rest) else { return }
                rest = next
                finishPaste()
            } else if case .ground = state, !scalars.isInsideCharacter, rest.startIndex >= scattered {
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
                if let scalar { take(scalar) }
            }
        }
    }

    private mutating func finishPaste() {
        state = .ground
        if let text = pasted.finish() { events.append(.paste(text)) }
        pasted = PastedText()
    }

    private mutating func take(_ scalar: UInt32) {
        switch state {
        case .ground: begin(scalar)
        case .escape: if !isDescribed(scalar) { takeAfterEscape(scalar) }
        case .control(let sequence): if !isDescribed(scalar) { take(scalar, in: sequence) }
        case .shifted(var sequence):
            if isDescribed(scalar) { return }
            if sequence.appendNumber(scalar) { return state = .shifted(sequence) }
            state = .ground
            if let key = Self.shiftedKeys[scalar] {
                emit(key, sequence.lastModifiers)
            } else if scalar < 0x20 {
                take(scalar)
            }
        case .console:
            if isDescribed(scalar) { return }
            state = .ground
            if let key = Self.consoleKeys[scalar] { emit(key) } else if scalar < 0x20 { take(scalar) }
        case .string(var string):
            switch string.take(scalar) {
            case .open: state = .string(string)
            case .closed:
                state = .ground
                if let color = string.background { events.append(.background(color)) }
            case .brokenOff(let afterEscape):
                state = .ground
                if afterEscape { take(0x1b) }
                take(scalar)
            }
        case .oldMouse(var report):
            if scalar < 0x20 {
                state = .ground
                return take(scalar)
            }
            report.append(scalar)
            state = report.count < 3 ? .oldMouse(report) : .ground
            if report.count == 3, let event = MouseEvent(old: report) { events.append(.mouse(event)) }
        case .paste: break
        }
    }

    private mutating func begin(_ scalar: UInt32) {
        switch scalar {
        case 0x1b: (state, sequence) = (.escape, [0x1b])
        // One character that stands for an escape and the letter 0x40 below it.
        case 0x8f, 0x90, 0x98, 0x9b, 0x9d...0x9f:
            (state, sequence) = (.escape, [])
            take(scalar - 0x40)
        default: emitCharacter(scalar)
        }
    }

    /// Whether the bytes since the escape are a key in the terminal's description.
    private mutating func isDescribed(_ scalar: UInt32) -> Bool {
        guard !described.isEmpty, let byte = UInt8(exactly: scalar), sequence.count < 32 else { return false }
        sequence.append(byte)
        guard let press = described[sequence] else { return false }
        state = .ground
        events.append(.key(press))
        return true
    }

    private mutating func takeAfterEscape(_ scalar: UInt32) {
        switch scalar {
        case 0x1b:
            emit(.escape)
            sequence = [0x1b]
        case 0x5b: state = .control(ControlSequence())
        case 0x4f: state = .shifted(ControlSequence())
        default:
            state = .ground
            if let string = ControlString(introducer: scalar) {
                state = .string(string)
            } else {
                emitCharacter(scalar, .alt)
            }
        }
    }

    private mutating func take(_ scalar: UInt32, in sequence: ControlSequence) {
        var sequence = sequence
        if sequence.append(scalar) { return state = .control(sequence) }
        state = .ground
        guard (0x40...0x7e).contains(scalar) else { return take(scalar) }
        switch (sequence.parameters, scalar) {
        case ("", 0x4d): state = .oldMouse([])
        case ("", 0x5b): state = .console
        case ("200", 0x7e): state = .paste
        default: if let event = sequence.event(final: scalar) { events.append(event) }
        }
    }

    private mutating func finish(as key: Key, _ modifiers: KeyModifiers = []) {
        state = .ground
        emit(key, modifiers)
    }

    /// Finishes an escape and a character with nothing after them: alt and a key.
    private mutating func finishIntroducer(_ character: Character) {
        if sequence.first == 0x1b { finish(as: .character(character), .alt) } else { state = .ground }
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

    /// The keys after `ESC [ [`, from the Linux console.
    private static let consoleKeys: [UInt32: Key] = [
        0x41: .function(1), 0x42: .function(2), 0x43: .function(3), 0x44: .function(4), 0x45: .function(5),
    ]

    /// The keys after `ESC O`: the keypad, and the cursor keys of terminals in application mode.
    private static let shiftedKeys: [UInt32: Key] = {
        var keys: [UInt32: Key] = [
            0x41: .up, 0x42: .down, 0x43: .right, 0x44: .left, 0x46: .end, 0x48: .home, 0x49: .tab,
            0x4d: .enter,
            0x50: .function(1), 0x51: .function(2), 0x52: .function(3), 0x53: .function(4),
            0x58: .character("="),
        ]
        for (offset, character) in "*+,-./0123456789".enumerated() {
            keys[0x6a + UInt32(offset)] = .character(character)
        }
        return keys
    }()
}
#endif
