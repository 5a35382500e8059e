import Foundation
import Synchronization

/// Somebody of a team on a machine of its own: a folder with a project, in which programs are run.
final class TeamMember: Sendable {
    private struct State {
        var output = ""
        var heardAt = ContinuousClock.now
        var isOver = false
    }

    private let folder: URL
    private let program: String
    private let state = Mutex(State())
    private let changed = NSCondition()
    private let watch = Mutex<Process?>(nil)

    init(_ etcd: EtcdProcess) throws {
        guard let program = ProcessInfo.processInfo.environment["EXPERIMENTS_BINARY"] else {
            throw BenchmarkProblem("EXPERIMENTS_BINARY names no program; `make bench` sets it")
        }
        self.program = program
        folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let project = """
            source: {kind: file, path: config.json}
            refresh: off
            overrides:
              file: overrides.json
              etcd: {endpoints: "http://127.0.0.1:\(etcd.port)", prefix: shop/bench}
            keys:
              - {name: key_0, type: string, default: none}

            """
        try Data(project.utf8).write(to: folder.appendingPathComponent("experiments.yaml"))
        try Data(#"{"key_0": "none"}"#.utf8).write(to: folder.appendingPathComponent("config.json"))
    }

    /// Follows what happens, from now on.
    func begin() throws {
        let (output, process) = (Pipe(), self.process(["watch", "--json"]))
        process.standardOutput = output
        try process.run()
        watch.withLock { $0 = process }
        let reading = output.fileHandleForReading
        Thread.detachNewThread { [weak self] in
            while case let bytes = reading.availableData, !bytes.isEmpty { self?.take(bytes) }
            self?.take(nil)
        }
    }

    /// Waits until what it was told has a mark in it.
    ///
    /// - Returns: when that came.
    func hears(_ mark: String) throws -> ContinuousClock.Instant {
        let deadline = Date() + 30
        changed.lock()
        defer { changed.unlock() }
        while true {
            let found = state.withLock { state -> ContinuousClock.Instant? in
                guard state.output.contains("\"\(mark)\"") else { return nil }
                state.output = ""
                return state.heardAt
            }
            if let found { return found }
            guard !state.withLock(\.isOver), changed.wait(until: deadline) else {
                throw BenchmarkProblem("a member of the team was not told of \(mark)")
            }
        }
    }

    /// Runs a command to its end, which has to be a good one.
    func run(_ arguments: String...) throws {
        let process = self.process(arguments)
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw BenchmarkProblem(
                "\(arguments.joined(separator: " ")) ended with \(process.terminationStatus)")
        }
    }

    private func process(_ arguments: [String]) -> Process {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.currentDirectoryURL = folder
        return process
    }

    private func take(_ bytes: Data?) {
        let now = ContinuousClock.now
        state.withLock { state in
            guard let bytes else { return state.isOver = true }
            state.output += String(decoding: bytes, as: UTF8.self)
            state.heardAt = now
        }
        changed.lock()
        changed.broadcast()
        changed.unlock()
    }

    deinit {
        if let process = watch.withLock({ $0 }) { kill(process.processIdentifier, SIGKILL) }
        try? FileManager.default.removeItem(at: folder)
    }
}
