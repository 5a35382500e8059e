import Foundation
import TestSupport

/// A terminal without a window: what is written to it are keys, what can be read from it is what a program draws.
final class PseudoTerminal {
    private let controller: Int32
    /// Kept open, so that the terminal and its settings outlive the program.
    private let side: Int32
    /// Its file.
    let path: String
    /// All that was drawn so far.
    private(set) var drawn: [UInt8] = []

    init() throws {
        var (controller, side): (Int32, Int32) = (-1, -1)
        var name = [CChar](repeating: 0, count: 1024)
        guard openpty(&controller, &side, &name, nil, nil) == 0 else {
            throw Broken("no terminal: \(String(cString: strerror(errno)))")
        }
        (self.controller, self.side) = (controller, side)
        path = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        for descriptor in [controller, side] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        _ = fcntl(controller, F_SETFL, O_NONBLOCK)
        resize(columns: 100, rows: 30)
    }

    deinit {
        close(controller)
        close(side)
    }

    /// Gives it another size, and tells the program.
    func resize(columns: Int, rows: Int) {
        var size = winsize()
        (size.ws_col, size.ws_row) = (UInt16(clamping: columns), UInt16(clamping: rows))
        _ = ioctl(controller, UInt(TIOCSWINSZ), &size)
    }

    /// Types bytes, and takes what is drawn meanwhile.
    ///
    /// - Throws: `Broken` where the program takes none of them for a while, though it `isRunning`.
    func type(_ keys: [UInt8], while isRunning: () -> Bool) throws {
        var rest = keys[...]
        var deadline = ContinuousClock.now + .seconds(60)
        while !rest.isEmpty, isRunning() {
            guard ContinuousClock.now < deadline else { throw Broken("no key was read for a minute") }
            guard try wait(Int16(POLLIN | POLLOUT), seconds: 0.1) else { continue }
            deadline = .now + .seconds(60)
            read()
            let count = rest.prefix(1024).withUnsafeBytes { write(controller, $0.baseAddress, $0.count) }
            if count > 0 { rest = rest.dropFirst(count) }
        }
    }

    /// Takes what is drawn until `condition` holds; asks it again whenever something was drawn, and often besides.
    func read(until what: String, _ condition: () throws -> Bool) throws {
        let deadline = ContinuousClock.now + .seconds(60)
        while try !condition() {
            guard ContinuousClock.now < deadline else { throw Broken("waited a minute for \(what)") }
            if try wait(Int16(POLLIN), seconds: 0.02) { read() }
        }
        read()
    }

    /// Takes all that was drawn by a program that has ended: the system may still be handing it over.
    func readAll() throws {
        // What was stopped by ctrl-s goes on.
        _ = tcflow(side, TCOON)
        let mark = Array("that was all \(drawn.count)".utf8)
        guard mark.withUnsafeBytes({ write(side, $0.baseAddress, $0.count) }) == mark.count else {
            throw Broken("nothing can be written to the terminal: \(String(cString: strerror(errno)))")
        }
        try read(until: "what was drawn last") { drawn.suffix(4096).firstRange(of: mark) != nil }
    }

    /// Whether keys wait that the program has not read.
    var holdsKeys: Bool {
        var count: Int32 = 0
        return ioctl(side, UInt(FIONREAD), &count) == 0 && count > 0
    }

    /// What is drawn, as a text.
    var text: String { String(decoding: drawn, as: UTF8.self) }

    /// Its settings, such as whether it echoes.
    var settings: [UInt] {
        var settings = termios()
        tcgetattr(side, &settings)
        return [
            UInt(settings.c_iflag), UInt(settings.c_oflag), UInt(settings.c_cflag), UInt(settings.c_lflag),
        ]
    }

    private func wait(_ events: Int16, seconds: Double) throws -> Bool {
        var place = pollfd(fd: controller, events: events, revents: 0)
        return poll(&place, 1, Int32(seconds * 1000)) > 0
    }

    private func read() {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Foundation.read(controller, &buffer, buffer.count)
            guard count > 0 else { return }
            drawn += buffer[..<count]
        }
    }
}
