import ArgumentParser
import ExperimentsWebHooks
import Foundation

struct NotifyCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "notify", abstract: "Send test notifications",
        subcommands: [NotifyTestCommand.self])
    static let examples: KeyValuePairs = ["experiments notify test": "Send each web hook a test message"]
}

struct NotifyTestCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "test", abstract: "Send a test message to every web hook",
        discussion: """
            The web hooks are those of `notify: by:` in the project file. The message is signed and sent like others; \
            its event is `test`. Exits with 1 if a web hook does not accept it. Only the host of an address is \
            printed.
            """)
    static let examples: KeyValuePairs = ["experiments notify test": "Test the web hooks"]

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        let settings = options.settings
        let session = try ProjectSession.opened(settings)
        let hooks = ProjectHooks(session, settings)
        guard !hooks.hooks.isEmpty || !hooks.problems.isEmpty else {
            throw CommandProblem(
                "no web hooks in the project file",
                advice: "Add one under `notify:`, for example `by: [webhook: {url: \"${HOOK_URL}\"}]`.")
        }
        let now = Date()
        let outcomes = try hooks.hooks.send(from: HookOrigin(session)) { _ in HookNews(.test, at: now) }
        try print(outcomes, problems: hooks.problems, settings)
        guard hooks.problems.isEmpty, outcomes.allSatisfy({ $0.outcome.problem == nil }) else {
            throw ExitCode(ExitStatus.failure)
        }
    }

    private func print(
        _ outcomes: [(hook: WebHook, outcome: DeliveryOutcome)], problems: [CommandProblem],
        _ settings: Settings
    ) throws {
        for problem in problems { StandardError.report(problem, as: "error") }
        let table = Table(["HOOK": 60, "OUTCOME": 120], of: outcomes) { hook, outcome in
            let cell: Table.Cell =
                switch outcome {
                case .delivered(let status): .init("delivered (\(status))", .green)
                case .refused(let reason), .failed(let reason, _): .init(reason, .red)
                }
            return [.init(hook.name), cell]
        }
        try settings.print(["hooks": outcomes.map(Self.document), "problems": problems.map(\.message)]) {
            style in
            outcomes.isEmpty ? "" : table.text(style)
        }
    }

    private static func document(_ hook: WebHook, _ outcome: DeliveryOutcome) -> Document {
        var status: Int?
        if case .delivered(let code) = outcome { status = code }
        return [
            "host": hook.name, "delivered": outcome.problem == nil, "httpStatus": status,
            "problem": outcome.problem,
        ]
    }
}
