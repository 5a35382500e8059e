import Dispatch
import ExperimentsCore
import Foundation

/// Does what the state asks for outside of itself, as far as it needs no terminal, and posts what came of it.
public final class EffectRunner: Sendable {
    let service: RemoteConfigService
    let post: @Sendable (Message) -> Void
    let now: @Sendable () -> Date
    private let subscription: Observation
    /// Changes of overrides are made one after the other, in the order they were asked for.
    private let writes = DispatchQueue(label: "experiments.overrides")
    /// Questions to the source, and who asks them, one after the other.
    let inquiries = DispatchQueue(label: "experiments.inquiries")

    /// Listens to the session's service from now on.
    ///
    /// - Parameter post: takes messages, from any thread.
    public init(
        session: DashboardSession, now: @escaping @Sendable () -> Date = { Date() },
        post: @escaping @Sendable (Message) -> Void
    ) {
        service = session.service
        self.now = now
        self.post = post
        subscription = session.service.observe { post(.service($0, at: now())) }
    }

    /// Begins a fetch or a change of overrides; does nothing for effects that need a terminal. Never blocks.
    public func run(_ effect: Effect) {
        switch effect {
        case .fetch(let trigger):
            // Its outcome arrives by the subscription.
            Task.detached { [service] in _ = try? await service.fetch(trigger) }
        case .resolve(let request):
            Task.detached { [post, now] in
                post(.resolved(request.resolved(), at: now()))
                // What was fetched and parsed for it is no longer needed.
                FreedMemory.giveBack()
            }
        case .editOverrides(let edit):
            writes.async { [service, post, now] in
                do {
                    let update = try service.overrideStore.update { edit.apply(to: &$0) }
                    post(.overridesEdited(edit, update, at: now()))
                } catch {
                    post(
                        .overridesEditFailed(
                            edit, reason: String(describing: error), overrides: service.overrideStore.overrides,
                            at: now()))
                }
            }
        case .explain, .readPersonaFields, .setPersona: inquire(effect)
        case .openEditor, .copy, .alert, .redraw, .suspend, .quit: break
        }
    }
}
