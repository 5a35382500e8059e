import ExperimentsCore
import Foundation

/// `experiments serve` as a process of its own, with a thousand keys.
final class ServeProcess {
    /// How many keys there are.
    static let keys = 1000

    /// Where it listens.
    private(set) var port: UInt16 = 0
    private let folder: URL
    /// Whether the folder goes with the process.
    private let ownsFolder: Bool
    private let program: String
    private var process = Process()

    /// Starts it, and returns once it listens.
    ///
    /// - Parameter overrides: how many of the keys are overridden.
    init(overrides: Int) throws {
        program = try Self.program
        folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        ownsFolder = true
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (name, text) in Self.files(overrides) {
            try Data(text.utf8).write(to: folder.appendingPathComponent(name))
        }
        port = try start(at: 0)
    }

    /// Serves a project that there is, and returns once it listens.
    init(in folder: String) throws {
        program = try Self.program
        self.folder = URL(fileURLWithPath: folder)
        ownsFolder = false
        port = try start(at: 0)
    }

    private static var program: String {
        get throws {
            if let program = ProcessInfo.processInfo.environment["EXPERIMENTS_BINARY"] { return program }
            throw BenchmarkProblem("EXPERIMENTS_BINARY names no program; `make bench` sets it")
        }
    }

    /// What it takes of the machine.
    var measured: MeasuredProcess { MeasuredProcess(id: process.processIdentifier) }

    /// The file of its overrides, as a dashboard beside it has it.
    var overrides: JSONOverrideStore {
        JSONOverrideStore(path: folder.appendingPathComponent("overrides.json").path, isWatched: false)
    }

    /// When it last wrote down the apps that it knows.
    func savedApps() throws -> Date {
        let file = folder.appendingPathComponent(".linked-apps/overrides.json").path
        let attributes = try FileManager.default.attributesOfItem(atPath: file)
        return attributes[.modificationDate] as? Date ?? .distantPast
    }

    /// Ends it as a machine that fails does.
    func kill() {
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// Starts it again where it was.
    func restart() throws { _ = try start(at: port) }

    private func start(at port: UInt16) throws -> UInt16 {
        let (output, process) = (Pipe(), Process())
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = ["serve", "--port", "\(port)", "--json", "--quiet", "--no-state"]
        process.currentDirectoryURL = folder
        process.standardOutput = output
        try process.run()
        self.process = process
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        guard let address = line.range(of: "http://127.0.0.1:"),
            let port = UInt16(line[address.upperBound...].prefix { $0.isNumber })
        else { throw BenchmarkProblem("the server did not say where it listens") }
        return port
    }

    private static func files(_ overrides: Int) -> [String: String] {
        let numbers = 0..<keys
        let declared = numbers.map { "  - {name: key_\($0), type: string, default: none}\n" }.joined()
        let values = numbers.map { "\"key_\($0)\": \"value \($0)\"" }.joined(separator: ",\n")
        let overrides = numbers.prefix(overrides).map {
            "\"key_\($0)\": {\"value\": \"over\", \"enabled\": true}"
        }
        return [
            "experiments.yaml":
                "source: {kind: file, path: config.json}\noverrides: overrides.json\nkeys:\n\(declared)",
            "config.json": "{\(values)}",
            "overrides.json": "{\"version\": 1, \"overrides\": {\(overrides.joined(separator: ","))}}",
        ]
    }

    deinit {
        // It has nothing to put in order.
        Foundation.kill(process.processIdentifier, SIGKILL)
        if ownsFolder { try? FileManager.default.removeItem(at: folder) }
    }
}
