import ExperimentsCore
import Foundation

/// Does what the state asks for outside of itself, as far as it needs no terminal, and posts what came of it.
public final class EffectRunner: Sendable {
    private let service: RemoteConfigService
    private let post: @Sendable (Message) -> Void
    private let now: @Sendable () -> Date
    private let subscription: Observation

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
        case .editOverrides(let edit):
            Task.detached { [service, post, now] in
                do {
                    let update = try service.overrideStore.update { edit.apply(to: &$0) }
                    post(.overridesEdited(edit, update, at: now()))
                } catch {
                    post(.overridesEditFailed(edit, reason: String(describing: error), at: now()))
                }
            }
        case .openEditor, .copy, .redraw, .suspend, .quit: break
        }
    }
}
