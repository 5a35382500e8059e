#if os(macOS) || !canImport(Darwin)
import Dispatch
import ExperimentsCore
import ExperimentsDashboard
import ExperimentsProject
import ExperimentsLocks
import ExperimentsNcurses

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Runs the programs of the user's own commands, and posts their output and results.
final class CommandRunner: Sendable {
    private let environment: [String: String]
    private let post: @Sendable (Message) -> Void
    private let running = Mutex<[Int: CommandProcess]>([:])

    init(environment: [String: String], post: @escaping @Sendable (Message) -> Void) {
        self.environment = environment
        self.post = post
    }

    /// Starts a program whose output is shown by the dashboard. Never blocks.
    func start(_ request: CommandRequest) {
        let id = request.id
        // Finding the line reads the project file, and waiting for a program needs a separate thread.
        let queue = DispatchQueue(label: "experiments.command")
        queue.async { [self] in
            do {
                let invocation = try Self.invocation(request)
                // Programs should not color or page their output, because there is no terminal.
                let environment = environment.merging(invocation.variables.merging(["TERM": "dumb"]) { $1 }) {
                    $1
                }
                let program = try CommandProcess(
                    invocation.words, environment: environment, folder: request.folder)
                running.withLock { $0[id] = program }
                let ending = program.read(limit: CommandEnd.outputLimit) { post(.printed($0, by: id)) }
                running.withLock { $0[id] = nil }
                post(.ended(id, CommandEnd(ending)))
            } catch {
                post(.ended(id, .notStarted(ErrorReport.headline(of: error))))
            }
        }
    }

    /// Gives a program the whole terminal until it ends.
    func run(_ request: CommandRequest, on terminal: Terminal) {
        do {
            let invocation = try Self.invocation(request)
            let status = try terminal.run(
                invocation.words, environment: environment.merging(invocation.variables) { $1 },
                folder: request.folder)
            post(.ended(request.id, .exited(status)))
        } catch {
            post(.ended(request.id, .notStarted(ErrorReport.headline(of: error))))
        }
    }

    /// Stops a program, if it runs.
    func stop(_ id: Int) { running.withLock { $0[id] }?.stop() }

    /// Stops every program, and waits briefly for them to end.
    func stopAll() {
        let programs = running.withLock { Array($0.values) }
        for program in programs { program.stop() }
        let deadline = ContinuousClock.now + .seconds(3)
        while running.withLock({ !$0.isEmpty }), ContinuousClock.now < deadline { usleep(10_000) }
    }

    private static func invocation(_ request: CommandRequest) throws(MessageError) -> CommandInvocation {
        try request.invocation { file, key in Project.keyPlaces(inFileAt: file)[key]?.line }
    }
}

extension CommandEnd {
    fileprivate init(_ ending: CommandProcess.Ending) {
        self =
            switch ending {
            case .exited(let status): .exited(status)
            case .signalled(let signal): .signalled(signal)
            case .stopped: .stopped
            case .flooded: .flooded
            }
    }
}
#endif
