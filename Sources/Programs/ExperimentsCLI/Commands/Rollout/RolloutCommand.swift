import ArgumentParser
import ExperimentStatistics
import ExperimentsCore
import ExperimentsOperator
import ExperimentsProject
import ExperimentsRollouts
import ExperimentsTerminalUI
import ExperimentsWebHooks
import Foundation

struct RolloutCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "rollout", abstract: "Give a new value to more and more users",
        discussion: """
            The project file declares the steps of a rollout, and the metrics that must be safe. Run `step` from a \
            timer: it makes the next step if everything proves that it may, and gives all users the old value if a \
            guardrail is harmed.
            """,
        subcommands: [
            RolloutStepCommand.self, RolloutStartCommand.self, RolloutStopCommand.self,
            RolloutBackCommand.self,
            RolloutFinishCommand.self, RolloutStatusCommand.self, RolloutListCommand.self,
        ])
    static let examples: KeyValuePairs = [
        "experiments rollout start 'One-page checkout'": "Give the new value to the first users",
        "experiments rollout step 'One-page checkout'": "Make the next step, if it is safe",
        "experiments rollout back 'One-page checkout'": "Give all users the old value now",
    ]
}

struct RolloutStepCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "step", abstract: "Make the next step, if it is safe",
        discussion: """
            Looks at the results once, changes the template at most once, and prints what it did: `went on`, `holds`, \
            `taken back` or `finished`, with the reason. It is safe to run it often, and from several machines.

            It goes on only if every guardrail is safe, and if the time and the users of the step are complete. It \
            holds if anything is not known: results that cannot be read, an unknown group, a split that does not match, \
            or a condition that someone else changed.

            Exit codes: 0 went on, holds or finished; 1 error; 2 taken back; 3 the response to the change was lost.
            """)
    static let examples: KeyValuePairs = [
        "experiments rollout step 'One-page checkout'": "Make the next step, if it is safe",
        "experiments rollout step 'One-page checkout' --dry-run": "Show what it would do, and why",
    ]

    @Argument(help: ArgumentHelp("Rollout", valueName: "name"), completion: .rollouts) var name: String

    @Flag(help: "Show what would be done without changing anything") var dryRun = false

    @Flag(help: "Report a step to the web hooks") var notify = false

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        let open = try OpenRollout(named: name, options)
        let reading = try open.reading()
        let look = try open.look(reading, at: Date(), keepingLooks: !dryRun)
        let decision = look.decision
        let voice = RolloutVoice(
            rollout: open.rollout, options: options, outcome: decision.outcome.rawValue,
            sentence: look.sentence(isTrial: false), trialSentence: look.sentence(isTrial: true),
            members: look.document)
        if let action = decision.action {
            let isPublished = try open.publish(
                open.work.publication(
                    of: action, from: reading.state, because: decision.reason, isRehearsal: dryRun), voice)
            if notify, isPublished { tellHooks(look) }
        } else {
            try voice.say()
        }
        if decision.outcome == .takenBack { throw ExitCode(ExitStatus.takenBack) }
    }

    /// Reports the step to the web hooks. If that fails, prints a message, because the step was made.
    private func tellHooks(_ look: RolloutLook) {
        var settings = options.settings
        settings.source = look.rollout.source
        let event: HookNews.Event = look.decision.outcome == .takenBack ? .harm : .step
        let news = HookNews(
            event, at: Date(), reason: look.sentence(isTrial: false), rollout: look.rollout.name)
        do {
            let session = try ProjectSession.opened(settings)
            try ProjectHooks(session, settings).send(from: HookOrigin(session)) { hook in
                hook.interest.rollouts ? news : nil
            }
        } catch {
            StandardError.line("note: the web hooks are not notified: \(ErrorReport.headline(of: error))")
        }
    }
}

struct RolloutStatusCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Show the state of a rollout",
        discussion: "Shows its share, what the next step waits for, and its metrics. It changes nothing.")
    static let examples: KeyValuePairs = [
        "experiments rollout status 'One-page checkout'": "Show the state and what it waits for"
    ]

    @Argument(help: ArgumentHelp("Rollout", valueName: "name"), completion: .rollouts) var name: String

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        let open = try OpenRollout(named: name, options)
        let reading = try open.reading()
        let look = try open.look(reading, at: Date(), keepingLooks: false)
        let rollout = open.rollout
        let state = reading.state
        guard !options.json else {
            let head: Document = [
                "rollout": rollout.name, "key": rollout.key, "value": rollout.value, "source": rollout.source,
                "steps": rollout.steps, "state": state.word, "since": reading.changedAt,
                "outcome": look.decision.outcome.rawValue, "text": look.sentence(isTrial: true),
            ]
            return try StandardOutput.document(head + look.document)
        }
        let style = PlainText(options.settings)
        let bar = RolloutWords.bar(rollout, at: state.percent ?? 0, isPlain: style.ascii)
        let words = "\(bar)  \(rollout.key) = \(rollout.value), \(RolloutWords.words(for: state))"
        try StandardOutput.line(style.shown(rollout.name, ink: .bold) + "  " + style.shown(words))
        try StandardOutput.line(
            style.shown("Next step: " + look.sentence(isTrial: true)))
        guard let evidence = look.evidence else { return }
        let users = FigureText.count(evidence.users, "user")
        try StandardOutput.line(style.shown("Exposed since the last change: \(users)"))
        for finding in evidence.findings {
            let range = finding.range.map { "  \($0)" } ?? ""
            try StandardOutput.line(
                style.shown(finding.metric, ink: .bold) + "  "
                    + style.shown(finding.kind.rawValue + range, ink: finding.ink))
        }
    }
}

struct RolloutListCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List rollouts and their shares",
        discussion: "Reads only the templates, not the results.")
    static let examples: KeyValuePairs = ["experiments rollout list": "List all rollouts of the project file"]

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        let all = try OpenRollout.all(options).map { open in
            ListedRollout(rollout: open.rollout, reading: Result { try open.reading() })
        }
        if options.json {
            try StandardOutput.document(["rollouts": all.map(\.document)])
        } else {
            let style = PlainText(options.settings)
            let columns: KeyValuePairs = [
                "ROLLOUT": 40, "STEPS": 20, "SHARE": 8, "STATE": 40, "KEY": 40, "VALUE": 30, "SOURCE": 20,
            ]
            try StandardOutput.write(Table(columns, of: all) { $0.cells(style) }.text(style))
        }
        // A source that cannot be read does not hide the others.
        let problems = all.compactMap(\.problem)
        for problem in problems { StandardError.line("error: \(problem)") }
        if !problems.isEmpty { throw ExitCode(ExitStatus.failure) }
    }
}

/// A rollout in the list, with what its template says.
private struct ListedRollout {
    let rollout: ProjectRollout
    let reading: Result<RolloutReading, any Error>

    private var state: RolloutState? { try? reading.get().state }

    /// Why its template cannot be read; nil if it can.
    var problem: String? {
        guard case .failure(let error) = reading else { return nil }
        return "\(rollout.name): \(ErrorReport.headline(of: error))"
    }

    private var word: String { state?.word ?? "unknown" }

    var document: Document {
        [
            "rollout": rollout.name, "key": rollout.key, "value": rollout.value, "source": rollout.source,
            "steps": rollout.steps, "state": word, "percent": (state?.percent).orNull,
            "since": (try? reading.get())?.changedAt, "problem": problem,
        ]
    }

    func cells(_ style: PlainText) -> [Table.Cell] {
        let share = state?.percent
        return [
            .init(rollout.name, .bold),
            .init(RolloutWords.bar(rollout, at: share ?? 0, isPlain: style.ascii)),
            .init(share.map { RolloutWords.percent($0) } ?? "?"), .init(word), .init(rollout.key),
            .init(rollout.value), .init(rollout.source),
        ]
    }
}

extension RolloutState {
    /// The state in one word or two, for lists and scripts.
    var word: String {
        switch self {
        case .absent: "not started"
        case .complete: "finished"
        case .present(_, .going): "going on"
        case .present(_, .stopped): "stopped"
        case .present(_, .takenBack): "taken back"
        case .edited, .withoutValue: "changed by hand"
        }
    }
}
