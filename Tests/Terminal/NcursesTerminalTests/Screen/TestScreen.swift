import CExperimentsNcurses
import ExperimentsTerminalUI
import Foundation

@testable import ExperimentsNcurses

/// A terminal without a terminal: keys are written into a pipe, the screen goes to a file, and what curses believes
/// to be on it can be read back.
final class TestScreen {
    let terminal: Terminal
    private let keys = Pipe()
    private let output: FileHandle
    private let path: String

    init(
        columns: Int = 80, rows: Int = 24, term: String? = "xterm-256color",
        environment: [String: String] = [:],
        adjust: (inout TerminalOptions) -> Void = { _ in }
    ) throws {
        path = NSTemporaryDirectory() + "screen-\(UUID().uuidString)"
        _ = FileManager.default.createFile(atPath: path, contents: nil)
        guard let handle = FileHandle(forUpdatingAtPath: path) else { throw CocoaError(.fileNoSuchFile) }
        output = handle
        var options = TerminalOptions()
        options.input = keys.fileHandleForReading.fileDescriptor
        options.output = output.fileDescriptor
        options.size = CellSize(columns: columns, rows: rows)
        options.catchesSignals = false
        options.guardsAgainstCrashes = false
        options.holdsStandardError = false
        adjust(&options)
        var environment = environment
        environment["TERM"] = term
        do {
            terminal = try Terminal(options, environment: environment)
        } catch {
            try? FileManager.default.removeItem(atPath: path)
            throw error
        }
    }

    deinit {
        terminal.close()
        try? FileManager.default.removeItem(atPath: path)
    }

    func type(_ text: String) { send(Array(text.utf8)) }

    func send(_ bytes: [UInt8]) { keys.fileHandleForWriting.write(Data(bytes)) }

    func hangUp() throws { try keys.fileHandleForWriting.close() }

    /// Everything sent to the terminal so far.
    var sent: String { String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self) }

    /// What is sent while something happens.
    func sent(during action: () throws -> Void) rethrows -> String {
        let before = FileManager.default.contents(atPath: path)?.count ?? 0
        try action()
        return String(
            decoding: (FileManager.default.contents(atPath: path) ?? Data()).dropFirst(before), as: UTF8.self)
    }

    /// The row that curses believes to be on the screen.
    func row(_ row: Int) -> String {
        var line = ""
        var column = 0
        while column < terminal.size.columns {
            let cell = cell(column: column, row: row)
            line += cell.text
            column += max(DisplayText(cell.text).width, 1)
        }
        return String(line.reversed().drop { $0 == " " }.reversed())
    }

    func cell(column: Int, row: Int) -> (
        text: String, attributes: Attributes, foreground: Int, background: Int
    ) {
        var text: [UInt32] = Array(repeating: 0, count: 5)
        var foreground: Int32 = -1
        var background: Int32 = -1
        let attributes = cn_inspect(Int32(row), Int32(column), &text, &foreground, &background)
        var scalars = String.UnicodeScalarView()
        for value in text where value != 0 {
            if let scalar = UnicodeScalar(value) { scalars.append(scalar) }
        }
        return (
            String(scalars), Attributes(rawValue: UInt8(truncatingIfNeeded: max(attributes, 0))),
            Int(foreground),
            Int(background)
        )
    }

    /// Waits for input that means something, and reads all of it.
    func events() -> [InputEvent] {
        while terminal.wait(until: .now + .seconds(60)).hasInput {
            let events = terminal.readEvents()
            if !events.isEmpty { return events }
        }
        return []
    }

    /// Reads what comes in within a time.
    func events(for duration: Duration) -> [InputEvent] {
        let deadline = ContinuousClock.now + duration
        var events: [InputEvent] = []
        while ContinuousClock.now < deadline {
            if terminal.wait(until: deadline).hasInput { events += terminal.readEvents() }
        }
        return events
    }
}
