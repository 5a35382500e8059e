import ExperimentsCore
import ExperimentsLocks
import ExperimentsOperator
import ExperimentsProject
import ExperimentsTransport
import ExperimentsWebHooks
import Foundation

/// The usable web hooks of a project: their addresses and secrets are known, and any address in the project file was
/// allowed.
struct ProjectHooks {
    /// The usable web hooks.
    private(set) var hooks: [WebHook] = []
    /// The reasons why others cannot be used.
    private(set) var problems: [CommandProblem] = []

    init(_ session: ProjectSession, _ settings: Settings) {
        let notifications = session.notifications
        for (place, declared) in notifications.webHooks.enumerated() {
            do {
                let hook = try WebHook(declared, of: notifications)
                try Self.ask(about: hook, declared, in: session, settings)
                hooks.append(hook)
            } catch let problem as any OperatorError {
                problems.append(CommandProblem("web hook \(place + 1) is not notified:", problem))
            } catch {
                problems.append(CommandProblem("web hook \(place + 1) is not notified: \(error)"))
            }
        }
    }

    /// Asks once whether the source's values may be sent to an address in the project file, because a cloned project
    /// may not be trusted. Addresses in the environment come from the user.
    private static func ask(
        about hook: WebHook, _ declared: ProjectWebHook, in session: ProjectSession, _ settings: Settings
    ) throws {
        guard declared.namesAddressElsewhere, let path = session.projectPath else { return }
        try EnvironmentConsent(path, settings).ask(telling: hook.name)
    }
}

extension WebHook {
    /// - Throws: `MissingSecret` or `WebHookAddressProblem`.
    fileprivate init(_ declared: ProjectWebHook, of notifications: ProjectNotifications) throws {
        let environment = ProcessInfo.processInfo.environment
        self.init(
            url: try ProjectWebHook.address(
                declared.url.reveal(in: environment), insecure: declared.insecure),
            secret: try declared.secret?.reveal(in: environment),
            interest: Interest(
                keys: Set(declared.keys ?? notifications.keys),
                broken: declared.broken ?? notifications.broken,
                failures: declared.failures, rollouts: declared.rollouts))
    }
}

extension HookOrigin {
    init(_ session: ProjectSession, source: String, environment: String?) {
        let folder = session.projectPath.map { PathText.name(of: PathText.folder(of: $0)) }
        self.init(project: folder ?? "", source: source, environment: environment)
    }

    init(_ session: ProjectSession) {
        self.init(session, source: session.sourceName, environment: session.environment)
    }
}

/// Reports the events of a project's sources to its web hooks while the program runs, unless another program does.
final class HookReporter: SourceListener {
    private let session: ProjectSession
    private let hooks: [WebHook]
    private let transport: any HTTPTransport
    private let state = Mutex(State())

    private struct State {
        var watches: [String?: HookWatch] = [:]
        var courier: HookCourier?
        /// The claims through which programs coordinate; nil if nothing may be stored on disk.
        var claims: HookClaims?
        var say: (@Sendable (_ sentence: String, _ isLoss: Bool) -> Void)?
    }

    /// Creates nil if there are no hooks.
    init?(
        of session: ProjectSession, _ hooks: [WebHook], _ settings: Settings,
        transport: any HTTPTransport = SystemTransport()
    ) {
        guard !hooks.isEmpty else { return nil }
        self.session = session
        self.hooks = hooks
        self.transport = transport
        guard !settings.noState, let project = session.projectPath else { return }
        state.withLock {
            $0.claims = HookClaims(folder: Environment.hooksFolder, project: project, hooks: hooks)
        }
    }

    func begin(saying say: @escaping @Sendable (_ sentence: String, _ isLoss: Bool) -> Void) {
        let courier = HookCourier(hooks, HookSender(transport)) { hook, note in
            say(note.sentence(hook.name), note.isLoss)
        }
        state.withLock { ($0.courier, $0.say) = (courier, say) }
    }

    func hear(_ event: ServiceEvent, from source: String?, at now: Date) {
        // Do this under the lock, so that the events of one source are sent in order.
        state.withLock { state in
            var watch =
                state.watches[source]
                ?? HookWatch(keys: session.keys, booleanPolicy: session.service.booleanPolicy)
            let events = watch.hear(event, at: now)
            state.watches[source] = watch
            let say = state.say
            let isOurs = state.claims?.isOurs(source) { say?($0, false) } ?? true
            if isOurs, !events.isEmpty { state.courier?.tell(events, from: origin(of: source), at: now) }
        }
    }

    func hear(rollout name: String, _ sentence: String, isHarm: Bool, from source: String?, at now: Date) {
        // Only the program that makes a step knows of it, so there is nothing to claim.
        state.withLock { state in
            state.courier?.tell(
                [.rollout(name, sentence: sentence, isHarm: isHarm)], from: origin(of: source), at: now)
        }
    }

    private func origin(of name: String?) -> HookOrigin {
        guard let other = session.sources.first(where: { $0.source.name == name }) else {
            return HookOrigin(session)
        }
        return HookOrigin(session, source: other.title, environment: other.source.environment)
    }
}
