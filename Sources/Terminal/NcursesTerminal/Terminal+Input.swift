#if os(macOS) || !canImport(Darwin)
import CNcurses
import TerminalUI

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

extension Terminal {
    /// What has come in since the last call. Does not wait, unless very much is coming: then it takes what comes within
    /// the time of a frame or two, so that what is pasted is not drawn piece by piece.
    public func readEvents() -> [InputEvent] {
        updateSize()
        defer { handedOutAt = .now }
        if !readBytes(), readKeys() { _ = readBytes() }
        if decoder.events.contains(where: { if case .background = $0 { true } else { false } }) { askedAt = nil }
        var events = decoder.takeEvents()
        if sizeChanged {
            events.insert(.resized(size), at: 0)
            sizeChanged = false
        }
        return events
    }

    /// More at once than hands can type.
    private static let flood = LetterRun.least
    /// So many letters in a row that ncurses cannot hold what came before them.
    private static let row = 512
    private static let leastPatience = Duration.milliseconds(40)
    private static let mostPatience = Duration.milliseconds(500)
    private static let chunk = 65_536

    /// Takes what comes in masses, or belongs to what did. False where a few keys may wait, for which ncurses is there.
    private func readBytes() -> Bool {
        guard readsUnicode, !hasKeysLeft else { return false }
        // As long as it took to make use of what was read last: so no more than half of the time goes into frames that
        // are old at once, however much there is to be checked for each.
        let deadline = ContinuousClock.now + min(max(Self.leastPatience, busyTime), Self.mostPatience)
        var hasRead = false
        let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: Self.chunk)
        defer { bytes.deallocate() }
        repeat {
            let least = hasRead || decoder.isInsidePaste || decoder.isInsideCharacter ? 1 : Self.flood
            let count = cn_read_bytes(bytes.baseAddress, bytes.count, least)
            if count > 0 {
                decoder.feed(bytes: bytes[..<count])
                hasRead = true
            } else {
                // Whoever sends so much goes on as soon as there is room.
                guard hasRead, !decoder.isInsidePaste, isMoreComing() else { break }
            }
        } while ContinuousClock.now < deadline
        return hasRead
    }

    private func isMoreComing() -> Bool {
        var descriptor = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
        return cn_poll(&descriptor, 1, 2) > 0 && cn_has_bytes(input)
    }

    /// Takes keys as ncurses understands them. True where so many letters come that they are better taken in masses, and
    /// ncurses, which keeps back no more than the start of a sequence, holds none.
    private func readKeys() -> Bool {
        var raw = cn_input()
        var left = Self.chunk
        var letters = 0
        while left > 0, cn_read(&raw) {
            guard let input = RawInput(raw) else { continue }
            decoder.feed(input)
            left -= 1
            if case .character(let scalar) = input, scalar >= 0x20 { letters += 1 } else { letters = 0 }
            if letters >= Self.row, letters.isMultiple(of: Self.flood), readsUnicode, isMoreComing() { return true }
        }
        hasKeysLeft = left == 0
        // Where ncurses had nothing, nothing tells that the rest of a sequence is not on its way.
        if left < Self.chunk, !hasKeysLeft { decoder.pause() }
        return false
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
#endif
