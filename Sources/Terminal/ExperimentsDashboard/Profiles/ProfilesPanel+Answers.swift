import ExperimentsCore
import ExperimentsOperator

// What comes back: the profiles are read and written outside, and loaded like any other edit, so that undo takes one back
// in one step.
extension ProfilesPanel {
    static func taking(_ answer: ProfileAnswer, to request: ProfileRequest) -> [Effect] {
        var saved: String?
        var effects: [Effect] = []
        if !answer.isDone, let problem = answer.problems.first {
            effects.append(.say("\(problem)", .error, seconds: 12))
        } else {
            switch request {
            case .list: break
            case .save(let profile):
                saved = profile.name
                effects.append(.say("saved profile \(profile.name)", .success, seconds: 4))
            case .delete(let name): effects.append(.say("deleted profile \(name)", .success, seconds: 4))
            }
        }
        let chosen = saved
        return effects + [
            .changeTyped(ProfilesPanel.self) { panel in
                defer { panel.early = [] }
                panel.take(answer, selecting: chosen)
                return panel.early
            }
        ]
    }
}
