import Dispatch
import ExperimentsCore

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
