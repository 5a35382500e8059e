import ExperimentsProject
import Foundation

/// The running and finished programs of the user's own commands, and the project's commands that the user allowed.
struct OwnCommandsState: Sendable {
    /// A program that runs or ran, stored as long as its output is shown.
    struct Run: Sendable {
        let request: CommandRequest
        let startedAt: Date
        var output = CommandOutput()
        /// How it ended, and when; nil while it runs.
        var end: (how: CommandEnd, at: Date)?
        /// The number of seconds last shown above the footer.
        var shownSeconds = 0

        /// Returns the running time so far, or until the end.
        func seconds(at now: Date) -> Int { max(0, Int((end?.at ?? now).timeIntervalSince(startedAt))) }
    }

    private(set) var runs: [Run] = []
    private var count = 0
    /// The digests of commands in project files that the user allowed.
    private var allowed: Set<String>

    init(_ session: DashboardSession) { allowed = session.allowedCommands }

    /// Returns the run with an ID.
    func run(_ id: Int) -> Run? { runs.first { $0.request.id == id } }

    /// The latest running program whose output is shown above the footer.
    var background: Run? { runs.last { $0.request.command.output == .notice && $0.end == nil } }
}

extension OwnCommandsState: Feature {
    enum Message: Sendable {
        /// Start a command, or first ask a question if there is one.
        case ask(CommandRequest)
        /// The user allowed a command of the project file, by its digest.
        case allow(String)
        /// The permission for a command could not be stored.
        case notRemembered(String)
        /// Start the program.
        case start(CommandRequest)
        /// A program printed something.
        case printed(Int, [UInt8])
        /// A program ended.
        case ended(Int, CommandEnd)
        /// Stop a program.
        case stop(Int)
        /// The output of a program is no longer shown.
        case leave(Int)
    }

    mutating func update(_ message: Message, in context: DashboardState) -> [Effect] {
        switch message {
        case .ask(let request): return ask(request, context)
        case .allow(let digest):
            allowed.insert(digest)
            return [.allowCommand(digest)]
        case .notRemembered(let reason):
            return [.say("allowed until the dashboard is closed: \(reason)", .warning, seconds: 8)]
        case .start(let request): return start(request, context)
        case .printed(let id, let bytes): change(id) { $0.output.append(bytes) }
        case .ended(let id, let how): return end(id, how, context)
        case .stop(let id): return [.stopCommand(id)]
        case .leave(let id):
            let isRunning = run(id).map { $0.end == nil } ?? false
            runs.removeAll { $0.request.id == id }
            return isRunning ? [.stopCommand(id)] : []
        }
        return []
    }

    /// Shows the running time of the program whose output is shown above the footer.
    mutating func follow(_ context: DashboardState) -> [Effect] {
        guard let run = background, run.seconds(at: context.now) > run.shownSeconds else { return [] }
        change(run.request.id) { $0.shownSeconds = $0.seconds(at: context.now) }
        let stops = context.project.keyMap.words(.back, "stops it").map { "; " + $0 } ?? ""
        let seconds = run.seconds(at: context.now)
        return [.show("\(run.request.command.title): running for \(seconds) s\(stops)", .success, seconds: 3)]
    }

    private func ask(_ request: CommandRequest, _ context: DashboardState) -> [Effect] {
        let command = request.command
        let file = context.project.file ?? ""
        let start = Effect.send(\.ownCommands, .start(request))
        if !command.isUsersOwn {
            let digest = command.digest(in: file)
            if !allowed.contains(digest) {
                return [
                    .open(
                        Confirmation(
                            lines: [
                                "\(command.declaredAt) runs a program on this machine:",
                                "  " + command.programText,
                                "Allow it until it changes?",
                            ], effects: [.send(\.ownCommands, .allow(digest)), start]))
                ]
            }
        }
        guard command.confirms else { return [start] }
        let about = request.command.facts.contains(.key) ? request.facts[.key].map { " for \($0)" } ?? "" : ""
        return [
            .open(
                Confirmation(
                    lines: ["\(command.title)\(about)?", "  " + command.programText], effects: [start]))
        ]
    }

    private mutating func start(_ request: CommandRequest, _ context: DashboardState) -> [Effect] {
        count += 1
        var request = request
        request.id = count
        runs.append(Run(request: request, startedAt: context.now))
        let run = Effect.runCommand(request)
        switch request.command.output {
        case .panel: return [.open(CommandPanel(of: request)), run]
        case .notice: return [.show("\(request.command.title)…", .success, seconds: 3), run]
        case .terminal: return [run]
        }
    }

    private mutating func end(_ id: Int, _ how: CommandEnd, _ context: DashboardState) -> [Effect] {
        guard let run = run(id) else { return [] }
        let command = run.request.command
        guard command.output != .panel else {
            change(id) { $0.end = (how, context.now) }
            return [.log(.said(.message, "\(command.title): \(how.problem ?? "done")", how.severity))]
        }
        runs.removeAll { $0.request.id == id }
        let words = [how.problem, run.output.lastLine].compactMap(\.self).joined(separator: ": ")
        if how == .exited(0), command.output == .terminal { return [] }
        return [.say("\(command.title): \(words.isEmpty ? "done" : words)", how.severity)]
    }

    private mutating func change(_ id: Int, _ change: (inout Run) -> Void) {
        guard let index = runs.firstIndex(where: { $0.request.id == id }) else { return }
        change(&runs[index])
    }
}

extension CommandEnd {
    fileprivate var severity: Notice.Severity {
        switch self {
        case .exited(0): .success
        case .stopped: .warning
        case .exited, .signalled, .flooded, .notStarted: .error
        }
    }
}

extension DashboardState {
    /// Stops the program whose output is shown above the footer.
    ///
    /// - Returns: nil if none runs.
    mutating func stopCommand() -> [Effect]? {
        ownCommands.background.map { update(\.ownCommands, with: .stop($0.request.id)) }
    }
}
