import ExperimentsCore
import ExperimentsOperator
import ExperimentsProject
import ExperimentsRollouts
import FirebaseTemplates
import Foundation

/// The rollouts of the project file, with the last look at each.
struct RolloutsState: Sendable {
    /// A rollout with the last look at it.
    struct Entry: Sendable {
        let rollout: ProjectRollout
        /// The last look; nil before the first one.
        fileprivate(set) var look: RolloutLook?
        /// Why the last look failed; nil if it did not.
        fileprivate(set) var problem: String?

        init(_ rollout: ProjectRollout) { self.rollout = rollout }
    }

    private(set) var entries: [Entry]
    private var schedule = RolloutSchedule()
    /// Whether the first look was made. It changes nothing, so that opening the dashboard does not.
    private var hasLooked = false

    init(_ session: DashboardSession) { entries = session.rollouts.map { Entry($0.rollout) } }

    /// Notes that the clock was set by a number of seconds. The wait for the next look does not change.
    mutating func clockWasSet(by seconds: TimeInterval) { schedule.clockWasSet(by: seconds) }

    /// Returns the rollout that decides a key; nil if there is none.
    func deciding(_ key: String) -> Entry? { entries.first { $0.rollout.key.isExactly(key) } }
}

/// A request about rollouts.
package enum RolloutRequest: Sendable {
    /// Look at all of them, and perhaps make the steps of those with `auto: true`.
    case look(makingSteps: Bool)
    /// Prepare the start of the one with this name.
    case prepare(String)
    /// Store a change of the one with this name, which was published, with a sentence for the log.
    case keep(String, RemoteConfigTemplate, String)
}

extension RolloutsState: Feature {
    enum Message: Sendable {
        /// A second has passed.
        case tick
        /// The one with this name was looked at, and perhaps made a step.
        case looked(String, Result<RolloutLook, any Error>, done: RolloutStep?)
        /// All were looked at.
        case finishedLooking
        /// A template was published, with this description.
        case published(PublishedTemplate, note: String?)
    }

    static let commands: [Command] = [.rolloutOn, .rolloutHold, .rolloutBack]

    mutating func update(_ message: Message, in context: DashboardState) -> [Effect] {
        guard !entries.isEmpty else { return [] }
        switch message {
        case .tick: return lookIfDue(context)
        case .looked(let name, let result, let done): return take(result, of: name, done, context)
        case .finishedLooking:
            schedule.end(at: context.now)
            return []
        case .published(let base, let note):
            return keep(base, note) + [.rollouts(.look(makingSteps: false))]
        }
    }

    /// Returns the effect that stores a published change, if it is one of a rollout.
    private func keep(_ base: PublishedTemplate, _ note: String?) -> [Effect] {
        guard let note else { return [] }
        for name in entries.map(\.rollout.name) where note.hasScalarPrefix(name + ": ") {
            let words = String(note.unicodeScalars.dropFirst(name.unicodeScalars.count + 2))
            return [.rollouts(.keep(name, base.template, words))]
        }
        return []
    }

    private mutating func lookIfDue(_ context: DashboardState) -> [Effect] {
        guard schedule.begin(at: context.now) else { return [] }
        defer { hasLooked = true }
        return [.rollouts(.look(makingSteps: hasLooked && !context.project.isReadOnly))]
    }

    private mutating func take(
        _ result: Result<RolloutLook, any Error>, of name: String, _ done: RolloutStep?,
        _ context: DashboardState
    ) -> [Effect] {
        guard let index = entries.firstIndex(where: { $0.rollout.name.isExactly(name) }) else { return [] }
        var effects = [Effect.send(\.experiments, .studiesChanged)]
        switch result {
        case .success(let look):
            entries[index].look = look
            entries[index].problem = nil
        case .failure(let error):
            let problem = ErrorReport.headline(of: error)
            if problem != entries[index].problem {
                effects.append(.say("\(name): \(problem)", .error, seconds: 12))
            }
            entries[index].problem = problem
        }
        guard let done else { return effects }
        let text = "\(name): \(done.sentence)"
        return effects + [
            .say(text, done.isHarm ? .warning : .success, seconds: 30),
            .alert(Alert(text: text, ways: context.project.alertRules.ways)),
            .send(\.fetching, .start(.manual)),
        ]
    }
}

extension RolloutsState.Entry {
    /// Returns the next change that a person can make with `on`: the start, the next step, or the end; nil if it waits.
    var nextAction: RolloutAction? {
        guard let look, problem == nil else { return nil }
        switch look.state {
        case .absent, .present(_, .stopped), .present(_, .takenBack): return .start
        case .present(_, .going):
            if case .step? = look.decision.action { return look.decision.action }
            return look.decision.outcome == .finished ? .finish : nil
        case .complete, .edited, .withoutValue: return nil
        }
    }

    /// Returns why it cannot be changed from here; nil if it can.
    fileprivate func reasonNotChanging(_ state: DashboardState) -> String? {
        if state.project.isReadOnly { return "read-only: cannot change rollouts" }
        if let problem { return problem }
        guard look != nil else { return "\(rollout.name) has not been read yet" }
        guard state.source.name.map({ $0.isExactly(rollout.source) }) ?? true else {
            return "switch to source \(rollout.source) first; its template would be changed"
        }
        return nil
    }

    /// Returns why there is nothing to go on with; nil if there is.
    fileprivate var reasonNotGoingOn: String? {
        guard nextAction == nil, let look else { return nil }
        return "\(rollout.name) \(look.sentence(isTrial: true))"
    }

    /// Returns the effects that publish a change, after a question.
    fileprivate func effects(of action: RolloutAction) -> [Effect] {
        guard let look else { return [] }
        let consent = PublicationConsent(in: look.work.environment, called: look.work.origin.name)
        let reason = if case .step = action { look.decision.reason } else { String?.none }
        let publication = look.work.publication(
            of: action, from: look.state, because: reason, consent: consent)
        return (action == .start ? [.rollouts(.prepare(rollout.name))] : []) + [.publish(publication)]
    }
}

extension Command {
    static let rolloutOn: Command = Command(
        "rollout-on", title: "Start a rollout, or go on with it", in: .overriding, keys: [")"],
        on: [.experiments],
        footer: FooterPlace("on", at: .row(0)) { $0.reasonDisabled(.rolloutOn) == nil },
        shell: "experiments rollout start NAME", synonyms: ["next step", "finish"],
        whyNot: { reason($0) { entry, _ in entry.reasonNotGoingOn } },
        run: { change($0, \.nextAction) })
    static let rolloutHold: Command = Command(
        "rollout-hold", title: "Stop a rollout at its share", in: .overriding, keys: ["|"],
        on: [.experiments],
        footer: FooterPlace("hold", at: .row(1)) { $0.reasonDisabled(.rolloutHold) == nil },
        shell: "experiments rollout stop NAME", synonyms: ["hold"],
        whyNot: {
            reason($0) { entry, look in
                if case .present(_, .going) = look.state { return nil }
                return "\(entry.rollout.name) \(RolloutWords.words(for: look.state))"
            }
        }, run: { change($0) { _ in .stop } })
    static let rolloutBack: Command = Command(
        "rollout-back", title: "Give all users the old value again", in: .overriding, keys: ["("],
        on: [.experiments],
        footer: FooterPlace("back", at: .row(2)) { $0.reasonDisabled(.rolloutBack) == nil },
        shell: "experiments rollout back NAME", synonyms: ["kill switch", "roll back"],
        whyNot: {
            reason($0) { entry, look in
                switch look.state {
                case .present(_, .going), .present(_, .stopped), .edited: nil
                default: "\(entry.rollout.name) \(RolloutWords.words(for: look.state))"
                }
            }
        }, run: { change($0) { _ in .back } })

    /// Returns why a command for the rollout under the cursor cannot run; nil if it can.
    private static func reason(
        _ state: DashboardState, _ more: (RolloutsState.Entry, RolloutLook) -> String?
    ) -> String? {
        guard let entry = ExperimentRowList.selected(state)?.rollout else {
            return "only for a rollout, on screen 5 (Experiments)"
        }
        return entry.reasonNotChanging(state) ?? entry.look.flatMap { more(entry, $0) }
    }

    private static func change(
        _ state: DashboardState, _ action: (RolloutsState.Entry) -> RolloutAction?
    ) -> [Effect] {
        guard let entry = ExperimentRowList.selected(state)?.rollout, let action = action(entry) else {
            return []
        }
        return entry.effects(of: action)
    }
}
