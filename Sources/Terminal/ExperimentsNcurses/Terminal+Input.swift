#if os(macOS) || !canImport(Darwin)
import CExperimentsNcurses
import ExperimentsTerminalUI

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

extension Terminal {
    /// Returns the events since the last call. Does not wait, unless there is a lot of input: then it reads for the
    /// time of a frame or two, so that pasted text is not drawn piece by piece.
    public func readEvents() -> [InputEvent] {
        updateSize()
        defer { handedOutAt = .now }
        readBytes()
        if decoder.events.contains(where: { if case .background = $0 { true } else { false } }) {
            askedAt = nil
        }
        var events = decoder.takeEvents()
        if sizeChanged {
            events.insert(.resized(size), at: 0)
            sizeChanged = false
        }
        return events
    }

    private static let leastPatience = Duration.milliseconds(40)
    private static let mostPatience = Duration.milliseconds(500)
    private static let chunk = 65_536

    private func readBytes() {
        // Read for as long as the last events took to handle, so that frames take at most half of the time.
        let deadline = ContinuousClock.now + min(max(Self.leastPatience, busyTime), Self.mostPatience)
        var total = 0
        var bytes = [UInt8](repeating: 0, count: Self.chunk)
        repeat {
            let count = cn_read_bytes(&bytes, bytes.count)
            if count > 0 {
                feed(bytes[..<count])
                total += count
                heardAt = .now
            } else {
                // A sender that is faster than typing continues when there is room.
                guard total >= LetterRun.least, !decoder.isInsidePaste, isMoreComing() else { break }
            }
        } while ContinuousClock.now < deadline
    }

    private func feed(_ bytes: ArraySlice<UInt8>) {
        if readsUnicode { return decoder.feed(bytes: bytes) }
        var scalars = [UInt32](repeating: 0, count: bytes.count)
        let count = cn_decode(Array(bytes), bytes.count, &scalars)
        let text = String(String.UnicodeScalarView(scalars[..<count].map { UnicodeScalar($0) ?? "\u{fffd}" }))
        decoder.feed(bytes: Array(text.utf8)[...])
    }

    private func isMoreComing() -> Bool {
        var descriptor = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
        return cn_poll(&descriptor, 1, 2) > 0 && cn_has_bytes(input)
    }

    /// Asks the terminal for its size and resizes the screen.
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

extension InputDecoder {
    /// Returns a decoder for the keys in the description of the open screen's terminal.
    static func described() -> InputDecoder {
        var keys: [[UInt8]: KeyPress] = [:]
        var next = cn_described_key()
        var index: Int32 = 0
        while cn_described_key(index, &next) {
            index += 1
            guard let text = next.bytes, let key = key(UInt32(next.key)) else { continue }
            let bytes = Array(String(cString: text).utf8)
            guard bytes.first == 0x1b, bytes.count > 1, keys[bytes] == nil else { continue }
            keys[bytes] = KeyPress(
                key, modifiers: KeyModifiers(rawValue: UInt8(truncatingIfNeeded: next.modifiers)))
        }
        return InputDecoder(described: keys)
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
        case CN_KEY_FUNCTION.rawValue...CN_KEY_FUNCTION.rawValue + 63:
            .function(Int(code - CN_KEY_FUNCTION.rawValue))
        default: nil
        }
    }
}
#endif
