import Foundation
import PseudoTerminal

/// A program on a pseudo-terminal of its own, watched from outside.
final class TerminalProcess {
    private let controller: Int32
    let identifier: pid_t

    /// Starts `command` in a terminal.
    init(_ command: [String], in folder: String, columns: Int = 120, rows: Int = 40) throws {
        let variables = [
            "TERM": "xterm-256color", "LANG": "C.UTF-8", "HOME": folder, "PATH": "/usr/bin:/bin",
        ]
        var argumentPointers = command.map { strdup($0) } + [nil]
        var variablePointers = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for pointer in argumentPointers + variablePointers { free(pointer) } }
        var controller: Int32 = -1
        identifier = pseudo_terminal_start(
            &argumentPointers, &variablePointers, folder, Int32(columns), Int32(rows), &controller)
        self.controller = controller
        guard identifier > 0 else {
            throw BenchmarkProblem("\(command[0]): \(String(cString: strerror(errno)))")
        }
    }

    /// Reads the screen's bytes until `marker` is among them.
    func wait(for marker: String, within seconds: Int = 20) throws {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65536)
        let wanted = Array(marker.utf8)
        while bytes.firstRange(of: wanted) == nil {
            guard isReadable(within: seconds) else { throw BenchmarkProblem("no “\(marker)” on the screen") }
            let count = read(controller, &chunk, chunk.count)
            guard count > 0 else { throw BenchmarkProblem("the program ended before “\(marker)”") }
            bytes += chunk[..<count]
        }
    }

    /// Takes what is written for some time, so that the program never waits for a reader.
    func drain(for seconds: Int) {
        let end = ContinuousClock.now + .seconds(seconds)
        var chunk = [UInt8](repeating: 0, count: 65536)
        while ContinuousClock.now < end {
            if isReadable(within: 1) { _ = read(controller, &chunk, chunk.count) }
        }
    }

    /// Types keys, as a terminal sends them.
    func type(_ keys: String) {
        let bytes = Array(keys.utf8)
        _ = write(controller, bytes, bytes.count)
    }

    /// How many bytes are written from now on until there are none for some time.
    ///
    /// - Parameter patience: how long to wait for the first, in milliseconds.
    func bytesUntilQuiet(patience: Int = 2000, quiet: Int = 60) -> Int {
        var chunk = [UInt8](repeating: 0, count: 65536)
        var count = 0
        while isReadable(milliseconds: count == 0 ? patience : quiet) {
            let got = read(controller, &chunk, chunk.count)
            guard got > 0 else { break }
            count += got
        }
        return count
    }

    private func isReadable(within seconds: Int) -> Bool { isReadable(milliseconds: seconds * 1000) }

    private func isReadable(milliseconds: Int) -> Bool {
        var descriptor = pollfd(fd: controller, events: Int16(POLLIN), revents: 0)
        return poll(&descriptor, 1, Int32(milliseconds)) > 0
    }

    /// A field of `/proc/PID/status`, as a number.
    func status(_ field: String) throws -> Int {
        let text = try String(contentsOfFile: "/proc/\(identifier)/status", encoding: .utf8)
        let line = text.split(separator: "\n").first { $0.hasPrefix(field + ":") }
        guard let number = line?.split(whereSeparator: { !$0.isNumber }).first.flatMap({ Int($0) }) else {
            throw BenchmarkProblem("no \(field) in /proc")
        }
        return number
    }

    /// The processor time used so far, in hundredths of a second.
    func processorTicks() throws -> Int {
        let text = try String(contentsOfFile: "/proc/\(identifier)/stat", encoding: .utf8)
        let fields = text.drop { $0 != ")" }.split(separator: " ")
        return [12, 13].compactMap { Int(fields[$0]) }.reduce(0, +)
    }

    deinit {
        // Minus one would mean every process there is.
        guard identifier > 0 else { return }
        kill(identifier, SIGKILL)
        waitpid(identifier, nil, 0)
        close(controller)
    }
}

/// Why something cannot be measured.
struct BenchmarkProblem: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
