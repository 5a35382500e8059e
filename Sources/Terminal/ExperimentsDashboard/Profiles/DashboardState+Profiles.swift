import ExperimentsCore

// The profiles: read and written outside, loaded like any other edit, so that undo takes it back in one step.
extension DashboardState {
    mutating func openProfiles() -> [Effect] {
        panels.push(ProfilesPanel())
        return [.profiles(.list)]
    }

    mutating func profilesAnswered(_ request: ProfileRequest, _ answer: ProfileAnswer) -> [Effect] {
        var saved: String?
        if !answer.isDone, let problem = answer.problems.first {
            say("\(problem)", .error, seconds: 12)
        } else {
            switch request {
            case .list: break
            case .save(let profile):
                saved = profile.name
                say("saved profile \(profile.name)", .success, seconds: 4)
            case .delete(let name): say("deleted profile \(name)", .success, seconds: 4)
            }
        }
        var early: [KeyPress] = []
        panels.change(ProfilesPanel.self) { panel in
            early = panel.early
            panel.early = []
            panel.take(answer, selecting: saved)
            return true
        }
        return early.flatMap { handle(InputEvent.key($0)) }
    }
}
