import Foundation

/// `experiments emulator` as a process of its own, which serves a template of one parameter.
final class EmulatorProcess {
    /// Where it listens.
    let port: UInt16
    private let process = Process()
    private let folder: URL

    /// Starts it, and returns once it listens.
    init() throws {
        guard let program = ProcessInfo.processInfo.environment["EXPERIMENTS_BINARY"] else {
            throw BenchmarkProblem("EXPERIMENTS_BINARY names no program; `make bench` sets it")
        }
        folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let template = folder.appendingPathComponent("template.json")
        try Data(Self.template(1).utf8).write(to: template)
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = ["emulator", "--template", template.path, "--port", "0", "--json", "--quiet"]
        // Versions grow over restarts, which it keeps there: these begin at 1.
        process.environment = ProcessInfo.processInfo.environment.merging(["XDG_STATE_HOME": folder.path]) {
            $1
        }
        process.standardOutput = output
        try process.run()
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        guard let address = line.range(of: "http://127.0.0.1:"),
            let port = UInt16(line[address.upperBound...].prefix { $0.isNumber })
        else { throw BenchmarkProblem("the emulator did not say where it listens") }
        self.port = port
    }

    /// A template that differs from others by its number.
    static func template(_ number: Int) -> String {
        #"{"parameters": {"color": {"defaultValue": {"value": "\#(number)"}}}}"#
    }

    /// The memory that it holds, in bytes.
    func residentBytes() throws -> Int {
        try MeasuredProcess(id: process.processIdentifier).residentBytes()
    }

    deinit {
        // It has nothing to put in order.
        kill(process.processIdentifier, SIGKILL)
        try? FileManager.default.removeItem(at: folder)
    }
}
