import Dispatch
import ExperimentsCore
import Foundation

/// Does what the state asks for outside of itself, as far as it needs no terminal, and posts what came of it.
public final class EffectRunner: Sendable {
    let services: ServiceSwitch
    private let keys: [CatalogKey]
    private let profiles: OverrideProfileStore?
    let journal: OverrideJournalFile?
    let fetchLog: (@Sendable (_ source: String?) -> FetchLog?)?
    let origin: OverrideOrigin
    let post: @Sendable (Message) -> Void
    let now: @Sendable () -> Date
    /// Changes of overrides are made one after the other, in the order they were asked for.
    let writes = DispatchQueue(label: "experiments.overrides")
    /// Fetches are kept one after the other, at leisure.
    let logging = DispatchQueue(label: "experiments.log", qos: .utility)
    /// Questions to the source, and who asks them, one after the other.
    let inquiries = DispatchQueue(label: "experiments.inquiries")

    /// Listens to the session's service from now on.
    ///
    /// - Parameter post: takes messages, from any thread.
    public init(
        session: DashboardSession, now: @escaping @Sendable () -> Date = { Date() },
        post: @escaping @Sendable (Message) -> Void
    ) {
        services = ServiceSwitch(session)
        keys = session.keys
        profiles = session.profiles
        journal = session.journal
        fetchLog = session.fetchLog
        origin = OverrideOrigin(author: session.author, program: session.program)
        self.now = now
        self.post = post
        let name = session.currentSource
        let service = session.service
        _ = services.show(service, services.wish()) { [weak self, weak service] event in
            post(name.map { .sourceEvent(source: $0, event, at: now()) } ?? .service(event, at: now()))
            self?.followJournal(event)
            self?.keepFetch(event, of: service, name)
        }
        readJournal()
        readLastKnown(of: name, for: service)
        readFetches(of: name)
    }

    /// The service of the source that is shown.
    var service: RemoteConfigService { services.current }

    /// Begins a fetch or a change of overrides; does nothing for effects that need a terminal. Never blocks.
    public func run(_ effect: Effect) {
        switch effect {
        case .fetch(let trigger):
            // Its outcome arrives by the subscription.
            let service = services.current
            Task.detached { _ = try? await service.fetch(trigger) }
        case .resolve(let request):
            Task.detached { [post, now] in
                post(.resolved(request.resolved(), at: now()))
                // What was fetched and parsed for it is no longer needed.
                FreedMemory.giveBack()
            }
        case .prepare(let request): Task.detached { [post] in post(.prepared(request.prepared())) }
        case .compare(let request): Task.detached { [post] in post(.compared(request.compared())) }
        case .differ(let request): Task.detached { [post] in post(.differed(request.compared())) }
        case .release(let discarded):
            Task.detached {
                discarded.release()
                FreedMemory.giveBack()
            }
        case .editOverrides(let edit): change(edit)
        case .openSource(let name):
            let ticket = services.wish()
            Task.detached { self.openSource(name, ticket) }
        case .readSource(let name): Task.detached { await self.readSource(name) }
        case .profiles(let request):
            writes.async { [profiles, post, now] in
                if let profiles { post(.profilesAnswered(request, ProfileAnswer(request, from: profiles), at: now())) }
            }
        case .export(let request):
            Task.detached { [post, now] in post(.exported(request, request.written(), at: now())) }
        case .explain, .readPersonaFields, .setPersona: inquire(effect)
        case .openEditor, .copy, .alert, .setMouse, .readThemes, .redraw, .suspend, .quit: break
        }
    }

    private func openSource(_ name: String, _ ticket: Int) {
        do {
            guard let service = try services.service(named: name) else { return }
            let isShown = services.show(service, ticket) { [post, now, weak self, weak service] event in
                post(.sourceEvent(source: name, event, at: now()))
                self?.followJournal(event)
                self?.keepFetch(event, of: service, name)
            }
            guard isShown else { return }
            let opened = OpenedSource(name: name, service: service, keys: keys)
            post(.sourceOpened(opened, at: now()))
            readLastKnown(of: name, for: service)
            readFetches(of: name, before: opened.history.records.first?.startedAt)
            // Something may have come between, and was not for anyone then.
            if service.snapshot.fetchedAt != opened.report.snapshot.fetchedAt {
                post(.sourceEvent(source: name, .snapshotChanged(service.snapshot), at: now()))
            }
        } catch {
            post(.sourceNotOpened(name: name, reason: String(describing: error), at: now()))
        }
    }

    private func readSource(_ name: String) async {
        do {
            guard let service = try services.service(named: name) else { return }
            var problem: String?
            do {
                try await service.fetch(.manual)
            } catch {
                problem = (error as? FetchFailure)?.summary ?? String(describing: error)
            }
            post(.sourceRead(name: name, service.snapshot, problem: problem, at: now()))
        } catch {
            post(.sourceRead(name: name, .empty, problem: String(describing: error), at: now()))
        }
    }
}

extension EffectRunner {
    /// Asks the source something that only some sources can answer; does nothing with one that can't.
    func inquire(_ effect: Effect) {
        inquiries.async { [service, post, now] in
            switch effect {
            case .explain(let request):
                guard let keeper = service.keeper as? any ExplainingKeeper else { return }
                post(.explained(request, keeper.explanation(of: request.name)))
            case .readPersonaFields:
                guard let keeper = service.keeper as? any PersonaKeeper else { return }
                post(.personaFields(keeper.personaFieldNames))
            case .setPersona(let persona):
                guard let keeper = service.keeper as? any PersonaKeeper else { return }
                let before = keeper.snapshot
                keeper.setPersona(persona)
                let changed = SnapshotDifference(from: before, to: keeper.snapshot).count
                post(.personaSet(changedCount: changed, at: now()))
            default: break
            }
        }
    }
}
