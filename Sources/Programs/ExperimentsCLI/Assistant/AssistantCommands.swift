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
    /// The name of a client that does not give one.
    private static let unnamed = "an assistant"

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
            let words = [problem?.message ?? "\(error)", problem?.advice].compactMap(\.self).joined(
                separator: "\n")
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

    /// Stores in the log that a client changed something. What cannot be stored is not stored.
    func log(_ command: ToolCommand, _ ended: CommandOutput, by client: String?) {
        guard let project, let text = command.loggedText(after: ended) else { return }
        try? AssistantJournal(of: project.absolutePath).add(text, by: client ?? Self.unnamed)
    }

    /// The state of the project file, which differs after a change.
    var projectStatus: FileFingerprint? { project.flatMap { FileStatus(of: $0.absolutePath)?.fingerprint } }

    /// Follows changes of values, and reports the keys that changed.
    ///
    /// - Parameters:
    ///   - tellsAll: whether to also report all keys at the start, because changes may have been missed.
    ///   - finished: called when it has ended.
    func watch(
        tellsAll: Bool, _ changed: @escaping @Sendable ([String]) -> Void,
        finished: @escaping @Sendable () -> Void
    ) -> RunningCommand? {
        let lines = Mutex(MessageLines())
        return try? RunningCommand(
            path: try path(of: .experiments), words: words(of: ToolCommand.watching), folder: folder,
            environment: environment(for: nil), patience: nil,
            read: { bytes in
                let keys = lines.withLock { $0.take(bytes) }.compactMap { Self.changedKey($0, tellsAll) }
                if !keys.isEmpty { changed(keys) }
            }, finished: { _ in finished() })
    }

    /// Returns the key that an event of `watch` is about. The first event of each key has no state before it.
    private static func changedKey(_ line: MessageLines.Line, _ tellsAll: Bool) -> String? {
        guard case .whole(let bytes) = line, let event = (try? JSONValue(parsing: bytes))?.object else {
            return nil
        }
        switch event["event"]?.string {
        case "key" where tellsAll || event["was"]?.object != nil: return event["key"]?.object?["name"]?.string
        case "gone": return event["name"]?.string
        default: return nil
        }
    }

    /// Why a command is not started: it would read or write code outside the project's folder, where a link leads.
    private func refusal(of command: ToolCommand) -> String? {
        guard command.program == .code, let path = command.words.last else { return nil }
        let root = URL(fileURLWithPath: folder).resolvingSymlinksInPath().path
        let place = URL(fileURLWithPath: PathText.join(folder, path)).resolvingSymlinksInPath().path
        guard place != root, !place.hasPrefix(root == "/" ? root : root + "/") else { return nil }
        return "\(Quotation.of(path)) leads out of the project's folder"
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
        return command.adding(options).words
    }

    private func environment(for client: String?) -> [String: String] {
        var environment = ProcessInfo.processInfo.environment
        environment["NO_COLOR"] = "1"
        environment[Environment.assistantVariable] = client ?? Self.unnamed
        environment[Environment.productionVariable] =
            JSONValue.array(production.sorted().map(JSONValue.string)).compactText
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
                CommandOutput(
                    status: isStopped ? nil : process.terminationStatus, output: isStopped ? [] : bytes,
                    errors: words))
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
