import ExperimentsCore
import ExperimentsLocks
import ExperimentsOperator
import ExperimentsTeam
import Foundation

/// The last reported state of the store of overrides. It ensures that each change is reported once: the user's own with
/// the answer, and others as the store reports them.
struct ToldOverrides: Sendable {
    private var state: OverrideStoreState?
    /// Whether an own change is being made. The answer then includes what the store reports.
    private var isChanging = false

    /// Notes that an own change begins.
    mutating func begin() { isChanging = true }

    /// Notes the content of the store in the answer.
    mutating func end(_ state: OverrideStoreState) {
        isChanging = false
        self.state = state
    }

    /// Returns whether a state of the store is new and should be reported, and records it as reported.
    mutating func isNews(_ new: OverrideStoreState) -> Bool {
        guard !isChanging, new != state else { return false }
        state = new
        return true
    }
}

// Changes to overrides, and their journal.
extension EffectRunner {
    func change(_ edit: OverrideEdit) {
        guard !edit.isTeams else { return changeTeams(edit) }
        // All sources share the store.
        let store = service.overrideStore
        let ledger = OverrideLedger(store: store, journal: journal, origin: origin)
        writes.async { [self] in
            told.withLock { $0.begin() }
            let done = Result { try ledger.make(edit, at: now()) }
            let state = store.currentState
            let answer = answer(to: edit, done, state)
            // Report the answer under the lock, so that no report of the store comes in between.
            told.withLock { told in
                told.end(state)
                post(.overridesEdited(answer))
            }
            // Changes by other programs in the meantime were not reported.
            hear(.overridesChanged(store.currentState), from: currentSource)
        }
    }

    private func answer(
        to edit: OverrideEdit, _ done: Result<JournaledUpdate, any Error>, _ state: OverrideStoreState
    ) -> OverrideAnswer {
        switch done {
        case .success(let done):
            var reading: JournalReading?
            if (state.layers.last?.overrides ?? state.overrides) != done.update.after {
                // Another program has changed the overrides since, and may have added a step.
                reading = journal.map(JournalReading.init(of:))
            } else if let journal = done.journal {
                reading = JournalReading(journal, problem: done.problem)
            } else if done.isUnrecorded, journal != nil {
                reading = JournalReading(nil, problem: done.problem)
            }
            return OverrideAnswer(edit, .success(done.update), state: state, journal: reading)
        case .failure(let error):
            return OverrideAnswer(
                edit, .failure(error), state: state, journal: journal.map(JournalReading.init(of:)))
        }
    }

    /// Reports a service's event to the dashboard. A change to overrides is reported once, with the journal, because
    /// other programs add steps to it too.
    func hear(_ event: ServiceEvent, from source: String?) {
        let message = Self.message(event, from: source)
        guard case .overridesChanged(let state) = event else { return post(message) }
        let isNews = told.withLock { told in
            let isNews = told.isNews(state)
            if isNews { post(message) }
            return isNews
        }
        if isNews { readJournal() }
    }

    func readJournal() {
        guard let journal else { return }
        writes.async { [post] in post(.journalRead(JournalReading(of: journal))) }
    }
}

extension LibraryAnswer {
    /// Performs a request, and reads the items afterwards.
    private init(
        _ request: LibraryRequest<Item>, save: (Item, _ replaces: Bool) throws -> Void,
        delete: (_ name: String) throws -> Void, list: () throws(FileProblem) -> ([Item], [FileProblem])
    ) {
        self.init(isDone: true)
        do {
            switch request {
            case .list: break
            case .save(let item, let replaces): try save(item, replaces)
            case .delete(let name): try delete(name)
            }
        } catch {
            isDone = false
            problems.append(ErrorReport.headline(of: error))
        }
        do throws(FileProblem) {
            let (items, unread) = try list()
            self.items = items
            problems += unread.map(\.description)
        } catch {
            isDone = false
            problems.append(error.description)
        }
    }
}

extension LibraryAnswer<NamedPersona> {
    init(_ request: LibraryRequest<NamedPersona>, from library: PersonaLibrary) {
        self.init(
            request, save: { try library.save($0, replacing: $1) }, delete: { try library.delete(named: $0) },
            list: { () throws(FileProblem) in
                let listing = try library.list()
                return (listing.personas, listing.problems)
            })
    }
}

extension LibraryAnswer<OverrideProfile> {
    init(_ request: LibraryRequest<OverrideProfile>, from store: OverrideProfileStore) {
        self.init(
            request, save: { profile, _ in try store.save(profile) }, delete: { try store.delete(named: $0) },
            list: { () throws(FileProblem) in
                let listing = try store.list()
                return (listing.profiles, listing.problems)
            })
    }
}

extension EffectRunner {
    /// Reports the state of the team's store, the people online and their changes, now and whenever they change.
    func followTeam() {
        guard let store = session.team else { return }
        let followed = teamApps?.follow { [post, apps] in
            post(.to(\.apps, .changed(apps.take($0))))
        }
        let observed = store.observeView { [post] in post(.to(\.overriding.team, $0)) }
        teamObservations.withLock { $0 = [observed, followed].compactMap(\.self) }
        post(.to(\.overriding.team, store.view))
    }

    /// Changes the team's overrides. The screen shows the change when the store reports it.
    func changeTeams(_ edit: OverrideEdit) {
        guard let store = session.team else { return }
        let (post, now) = (post, now)
        let ledger = TeamLedger(store: store, origin: origin)
        teamWork.add {
            let outcome: Result<OverrideUpdate, any Error>
            do {
                outcome = .success(try await ledger.make(edit, at: now()).update)
            } catch {
                outcome = .failure(error)
            }
            post(.overridesEdited(OverrideAnswer(edit, outcome)))
        }
    }

    /// Saves an item for the team, or removes it. The lists show it when the store reports it.
    func shelve(_ request: TeamLibraryRequest) {
        guard let store = session.team else { return }
        let post = post
        teamWork.add {
            do {
                try await store.make(request)
                post(.listenerSays(request.done, isLoss: false))
            } catch {
                post(.listenerSays("\(request.subject): \(ErrorReport.headline(of: error))", isLoss: true))
            }
        }
    }
}
