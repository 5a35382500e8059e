import ExperimentsCore
import ExperimentsOperator
import ExperimentsProject
import ExperimentsTransport
import Foundation
import Locks
import WebHooks

/// Tells the web hooks of a project what its sources tell, for as long as the program runs, and unless another program
/// tells them already.
final class HookReporter: SourceListener {
    private let session: ProjectSession
    private let hooks: [WebHook]
    private let transport: any HTTPTransport
    private let state = Mutex(State())

    private struct State {
        var watches: [String?: HookWatch] = [:]
        var courier: HookCourier?
        /// Nil if nothing may be kept on disk, by which programs could know of each other.
        var claims: HookClaims?
        var say: (@Sendable (_ sentence: String, _ isLoss: Bool) -> Void)?
    }

    /// Nil if there are no hooks.
    init?(
        of session: ProjectSession, _ hooks: [WebHook], _ settings: Settings,
        transport: any HTTPTransport = SystemTransport()
    ) {
        guard !hooks.isEmpty else { return nil }
        (self.session, self.hooks, self.transport) = (session, hooks, transport)
        guard !settings.noState, let project = session.projectPath else { return }
        state.withLock { $0.claims = HookClaims(folder: Environment.hooksFolder, project: project, hooks: hooks) }
    }

    func begin(saying say: @escaping @Sendable (_ sentence: String, _ isLoss: Bool) -> Void) {
        let courier = HookCourier(hooks, HookSender(transport)) { hook, note in
            say(note.sentence(hook.name), note.isLoss)
        }
        state.withLock { ($0.courier, $0.say) = (courier, say) }
    }

    func hear(_ event: ServiceEvent, from source: String?, at now: Date) {
        // Under the lock, so that the events of one source are sent in order.
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

    private func origin(of name: String?) -> HookOrigin {
        guard let other = session.sources.first(where: { $0.source.name == name }) else { return HookOrigin(session) }
        return HookOrigin(session, source: other.title, environment: other.source.environment)
    }
}
