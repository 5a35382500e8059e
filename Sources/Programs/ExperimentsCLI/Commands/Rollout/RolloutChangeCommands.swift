import ArgumentParser
import ExperimentsCore
import ExperimentsOperator
import ExperimentsProject
import ExperimentsRollouts
import FirebaseTemplates

struct RolloutStartCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "start", abstract: "Start a rollout, or go on after a stop",
        discussion: """
            Adds a condition with the name of the rollout to the template, with the share of its first step. Nothing \
            else changes. If it was stopped, it goes on with its share. If the environment of the source is production, \
            you have to type the name of the project, unless you use --yes.
            """)
    static let examples: KeyValuePairs = [
        "experiments rollout start 'One-page checkout'": "Give the new value to the first users"
    ]

    @Argument(help: ArgumentHelp("Rollout", valueName: "name"), completion: .rollouts) var name: String
    @OptionGroup var change: RolloutChangeOptions
    @Flag(help: "Don't ask") var yes = false
    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        let open = try OpenRollout(named: name, options)
        let reading = try open.reading()
        let percent = try open.checkedState(after: .start, in: reading.state).percent.map {
            RolloutWords.percent($0)
        }
        if case .present(_, .takenBack) = reading.state {
            let experiment = Quotation.of(open.rollout.experiment)
            StandardError.line(
                "note: harm that was found before still counts; set a later `start` of experiment \(experiment)"
            )
        }
        if !change.dryRun { open.prepareStart(reading) }
        try change.make(
            .start, from: reading.state, open, options, isYes: yes, asks: true, "at \(percent ?? "?")")
    }
}

struct RolloutStopCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "stop", abstract: "Stop a rollout at its share",
        discussion: """
            The users who have the new value keep it. `step` changes nothing until `start`, except that it still gives \
            all users the old value if a guardrail is harmed.
            """)
    static let examples: KeyValuePairs = [
        "experiments rollout stop 'One-page checkout'": "Keep the present share"
    ]

    @Argument(help: ArgumentHelp("Rollout", valueName: "name"), completion: .rollouts) var name: String
    @OptionGroup var change: RolloutChangeOptions
    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        let open = try OpenRollout(named: name, options)
        let reading = try open.reading()
        let percent = try open.checkedState(after: .stop, in: reading.state).percent.map {
            RolloutWords.percent($0)
        }
        try change.make(
            .stop, from: reading.state, open, options, isYes: true, asks: false, "at \(percent ?? "?")")
    }
}

struct RolloutBackCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "back", abstract: "Give all users the old value now",
        discussion: """
            Sets the share to 0%, whatever someone else has changed in the condition. If the condition decides other \
            keys, too, only the value of the rollout is removed. It does not ask, needs no results and no events, and \
            sends two requests. Everything else in the template stays as it is.
            """)
    static let examples: KeyValuePairs = [
        "experiments rollout back 'One-page checkout'": "Give all users the old value"
    ]

    @Argument(help: ArgumentHelp("Rollout", valueName: "name"), completion: .rollouts) var name: String
    @OptionGroup var change: RolloutChangeOptions
    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        let open = try OpenRollout(named: name, options)
        try change.make(
            .back, from: .present(percent: 0, .takenBack), open, options, isYes: true, asks: false,
            "to \(RolloutWords.percent(0))")
    }
}

struct RolloutFinishCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "finish", abstract: "Make the new value the default",
        discussion: """
            Sets the default value of the parameter to the new value, and removes the condition of the rollout. The \
            rollout must be at its last step. If the environment of the source is production, you have to type the \
            name of the project, unless you use --yes.
            """)
    static let examples: KeyValuePairs = [
        "experiments rollout finish 'One-page checkout'": "End the rollout, and keep the new value"
    ]

    @Argument(help: ArgumentHelp("Rollout", valueName: "name"), completion: .rollouts) var name: String
    @OptionGroup var change: RolloutChangeOptions
    @Flag(help: "Don't ask") var yes = false
    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        let open = try OpenRollout(named: name, options)
        let reading = try open.reading()
        if reading.state != .complete { _ = try open.checkedState(after: .finish, in: reading.state) }
        try change.make(
            .finish, from: reading.state, open, options, isYes: yes, asks: true,
            "with \(Quotation.of(open.rollout.value, limit: 60)) as the default of \(open.rollout.key)")
    }
}

/// The options of commands that change a rollout.
struct RolloutChangeOptions: ParsableArguments {
    @Flag(help: "Have the service check the change without publishing it") var dryRun = false

    /// Makes a change, and prints it.
    ///
    /// - Parameters:
    ///   - asks: whether production needs a confirmation.
    ///   - words: what it results in, to follow the word for the change.
    func make(
        _ action: RolloutAction, from state: RolloutState, _ open: OpenRollout, _ options: GlobalOptions,
        isYes: Bool,
        asks: Bool, _ words: String
    ) throws {
        let (word, trial) = Self.words(action)
        let consent =
            asks
            ? PublicationConsent(in: open.work.environment, called: open.work.origin.name, elsewhere: .given)
            : .given
        let voice = RolloutVoice(
            rollout: open.rollout, options: options, outcome: word, sentence: "\(word) \(words)",
            trialSentence: "would be \(trial) \(words)")
        try open.publish(
            open.work.publication(of: action, from: state, consent: consent, isRehearsal: dryRun), voice,
            isYes: isYes)
    }

    private static func words(_ action: RolloutAction) -> (done: String, trial: String) {
        switch action {
        case .start: ("started", "started")
        case .step: ("went on", "continued")
        case .stop: ("stopped", "stopped")
        case .back: ("taken back", "taken back")
        case .finish: ("finished", "finished")
        }
    }
}

extension OpenRollout {
    /// Returns the state after a change.
    ///
    /// - Throws: `RefusalReason` if the change is not possible.
    func checkedState(after action: RolloutAction, in state: RolloutState) throws -> RolloutState {
        guard let next = rollout.state(after: action, in: state) else { throw rollout.problem(action, state) }
        return next
    }
}
