import ExperimentsCore
import ExperimentsLocks
import ExperimentsMCP
import ExperimentsOperator
import ExperimentsProject
import Foundation

/// Starts the commands that answer an assistant: this program, or the one that reads code, in the project's folder.
struct AssistantCommands: Sendable {
    /// The project; nil if there is none.
    let project: LocatedProject?
    /// The time limit for sources and stores; nil for the default of each.
    let timeout: WaitLimit?
    /// Whether variables may be sent to hosts that the project file names without a question.
    let allowsSending: Bool
    /// The sources in production that may be published to.
    let production: Set<String>

    /// The longest time that a command may take. Assistants give up after a minute.
    private static let patience = 45.0

    private var folder: String {
        project.map { PathText.folder(of: $0.absolutePath) } ?? FileManager.default.currentDirectoryPath
    }

    /// Starts a command, and calls `finished` when it has ended.
    func start(
        _ command: ToolCommand, for client: String?, finished: @escaping @Sendable (CommandOutput) -> Void
    ) -> RunningCommand? {
        if let refusal = refusal(of: command) {
            return fail(refusal, finished)
        }
        do {
            return try RunningCommand(
                path: try path(of: command.program), words: words(of: command), folder: folder,
                environment: environment(for: client), patience: Self.patience, finished: finished)
        } catch {
            let problem = error as? any OperatorError
            let words = [problem?.message ?? "\(error)", problem?.advice].compactMap(\.self).joined(separator: "\n")
            return fail(words, finished)
        }
    }

    /// Reports a failure later, as the end of a command is: the caller is still about to keep the command.
    private func fail(
        _ words: String, _ finished: @escaping @Sendable (CommandOutput) -> Void
    ) -> RunningCommand? {
        let ended = CommandOutput(status: ExitStatus.failure, output: [], errors: words)
        DispatchQueue.global().async { finished(ended) }
        return nil
    }

    /// Follows changes of values, and reports the keys that changed.
    func watch(_ changed: @escaping @Sendable ([String]) -> Void) -> RunningCommand? {
        let lines = Mutex(MessageLines())
        return try? RunningCommand(
            path: try path(of: .experiments), words: words(of: ToolCommand.watching), folder: folder,
            environment: environment(for: nil), patience: nil,
            read: { bytes in
                let keys = lines.withLock { $0.take(bytes) }.compactMap(Self.changedKey)
                if !keys.isEmpty { changed(keys) }
            }, finished: { _ in })
    }

    private static func changedKey(_ line: MessageLines.Line) -> String? {
        guard case .whole(let bytes) = line, let event = (try? JSONValue(parsing: bytes))?.object,
            event["event"]?.string == "key"
        else { return nil }
        return event["name"]?.string ?? event["key"]?.string
    }

    /// The reason why a publication is refused; nil if it is allowed. Production is closed unless a person named it.
    private func refusal(of command: ToolCommand) -> String? {
        guard command.words.starts(with: ["template", "publish"]) else { return nil }
        let sources = project?.project.sources ?? []
        let prefix = "--source="
        let name = command.words.first { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
        guard let source = name.map({ name in sources.first { $0.name == name } }) ?? sources.first,
            EnvironmentName.isProduction(source.environment), !production.contains(source.name)
        else { return nil }
        return """
            \(source.name) is in production. A person can allow it: start the server with \
            --allow-production \(ShellWord.quoted(source.name)).
            """
    }

    private func path(of program: ToolCommand.Program) throws -> String {
        switch program {
        case .experiments: Bundle.main.executableURL?.path ?? "experiments"
        case .code: try CodeTool.path()
        }
    }

    private func words(of command: ToolCommand) -> [String] {
        var options: [String] = []
        if let project { options += ["--config", project.absolutePath] }
        if command.program == .experiments, let timeout { options.append("--timeout=\(timeout.words)") }
        // Options must stand before the names, which may begin with a hyphen.
        guard let end = command.words.firstIndex(of: "--") else { return command.words + options }
        return Array(command.words[..<end]) + options + Array(command.words[end...])
    }

    private func environment(for client: String?) -> [String: String] {
        var environment = ProcessInfo.processInfo.environment
        environment["NO_COLOR"] = "1"
        environment[Environment.assistantVariable] = client ?? "an assistant"
        environment[Environment.sendingVariable] = allowsSending ? "1" : nil
        return environment
    }
}

/// A command that runs.
final class RunningCommand: Sendable {
    private struct State {
        var hasEnded = false
        var output: [UInt8] = []
    }

    /// The most bytes of output that are kept.
    private static let limit = 16 << 20

    private let process: Int32
    private let state = Mutex(State())

    /// - Parameters:
    ///   - patience: the longest time in seconds; nil for no limit.
    ///   - read: gets the output piece by piece; nil to keep it for the end.
    init(
        path: String, words: [String], folder: String, environment: [String: String], patience: Double?,
        read: (@Sendable ([UInt8]) -> Void)? = nil, finished: @escaping @Sendable (CommandOutput) -> Void
    ) throws {
        let process = Process()
        let output = Pipe()
        let errors = Pipe()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = words
        process.currentDirectoryURL = URL(fileURLWithPath: folder)
        process.environment = environment
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        self.process = process.processIdentifier
        let told = Reading(errors.fileHandleForReading, limit: 64 << 10, read: nil)
        let found = Reading(output.fileHandleForReading, limit: Self.limit, read: read)
        if let patience {
            DispatchQueue.global().asyncAfter(deadline: .now() + patience) { [weak self] in self?.stop() }
        }
        Thread.detachNewThread { [self] in
            let bytes = found.wait()
            let errors = String(decoding: told.wait(), as: UTF8.self)
            process.waitUntilExit()
            state.withLock { $0.hasEnded = true }
            let isStopped = process.terminationReason == .uncaughtSignal
            let words = isStopped ? "the command did not finish in time, or was cancelled" : errors
            finished(
                CommandOutput(status: process.terminationStatus, output: isStopped ? [] : bytes, errors: words))
        }
    }

    /// Ends the command if it still runs.
    func stop() {
        state.withLock { if !$0.hasEnded { kill(process, SIGTERM) } }
    }

    /// Reads the output of a command on a thread of its own.
    private final class Reading: Sendable {
        private let bytes = Mutex<[UInt8]>([])
        private let end = DispatchSemaphore(value: 0)

        init(_ handle: FileHandle, limit: Int, read: (@Sendable ([UInt8]) -> Void)?) {
            Thread.detachNewThread { [self] in
                while case let data = handle.availableData, !data.isEmpty {
                    if let read {
                        read([UInt8](data))
                    } else {
                        bytes.withLock { if $0.count < limit { $0 += data } }
                    }
                }
                end.signal()
            }
        }

        /// Waits for the end of the output, and returns it.
        func wait() -> [UInt8] {
            end.wait()
            return bytes.withLock(\.self)
        }
    }
}
