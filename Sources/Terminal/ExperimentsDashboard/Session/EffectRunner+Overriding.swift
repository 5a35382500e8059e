import ExperimentsCore
import Foundation

// Changes of overrides, and the journal that they are kept in.
extension EffectRunner {
    func change(_ edit: OverrideEdit) {
        guard edit.owner == .mine else { return changeTeams(edit) }
        // All sources share the store.
        let store = service.overrideStore
        let ledger = OverrideLedger(store: store, journal: journal, origin: origin)
        writes.async { [self] in
            do {
                let done = try ledger.make(edit, at: now())
                // First, so that what waited for this edit finds the steps as they are now.
                tellJournal(after: done)
                post(.overridesEdited(edit, done.update, at: now()))
            } catch {
                tellJournal()
                let state = OverrideStoreState(
                    overrides: store.overrides, problem: store.problem, layers: store.layers)
                post(.overridesEditFailed(edit, reason: ErrorReport.headline(of: error), state, at: now()))
            }
        }
    }

    /// Others add steps, too, whenever they change overrides.
    func followJournal(_ event: ServiceEvent) {
        if case .overridesChanged = event { readJournal() }
    }

    func readJournal() {
        guard journal != nil else { return }
        writes.async { [weak self] in self?.tellJournal() }
    }

    private func tellJournal(after done: JournaledUpdate) {
        let isKept = done.step != nil || done.update.before == done.update.after
        if isKept { tellJournal(done.problem) } else { post(.journalRead(nil, problem: done.problem, at: now())) }
    }

    private func tellJournal(_ problem: FileProblem? = nil) {
        guard let journal else { return }
        do throws(FileProblem) {
            post(.journalRead(try journal.settled(), problem: problem, at: now()))
        } catch {
            post(.journalRead(nil, problem: problem ?? error, at: now()))
        }
    }
}

extension PersonaAnswer {
    /// Carries out a request, and reads which personas there are then.
    init(_ request: PersonaRequest, from library: PersonaLibrary) {
        self.init(isDone: true)
        do {
            switch request {
            case .list: break
            case .save(let persona, let replaces): try library.save(persona, replacing: replaces)
            case .delete(let name): try library.delete(named: name)
            }
        } catch {
            isDone = false
            problems.append(ErrorReport.headline(of: error))
        }
        do throws(FileProblem) {
            let listing = try library.list()
            personas = listing.personas
            problems += listing.problems.map(\.description)
        } catch {
            isDone = false
            problems.append(error.description)
        }
    }
}

extension ProfileAnswer {
    /// Carries out a request, and reads how the profiles are then.
    init(_ request: ProfileRequest, from store: OverrideProfileStore) {
        self.init(isDone: true)
        do throws(FileProblem) {
            switch request {
            case .list: break
            case .save(let profile): try store.save(profile)
            case .delete(let name): try store.delete(named: name)
            }
        } catch {
            isDone = false
            problems.append(error)
        }
        do throws(FileProblem) {
            let listing = try store.list()
            profiles = listing.profiles
            problems += listing.problems
        } catch {
            isDone = false
            problems.append(error)
        }
    }
}
