import ExperimentsCore
import ExperimentsOperator

/// The profiles of overrides, and what is being done with them.
struct ProfilesPanel: Sendable {
    /// The kind of text that is being typed.
    enum Typing: Sendable, Hashable {
        /// The name under which to save the overrides, for oneself or for the team.
        case name(TextField, for: OverrideAim.Owner = .mine)
        /// The line of a shared profile.
        case shared(TextField)
    }

    /// One's own profiles; nil until they are read.
    var profiles: [OverrideProfile]?
    /// The team's profiles; nil if there is no team.
    var shared: [OverrideProfile]?
    /// Why some cannot be read.
    var problems: [FileProblem] = []
    /// The chosen one.
    var selected = 0
    /// The text that is being typed, if there is one.
    var typing: Typing?
    /// The keys that were pressed before the profiles were read.
    var early: [KeyPress] = []
    /// Why what was typed is refused.
    var refusal: String?

    /// The chosen profile, if there is one.
    var profile: OverrideProfile? { chosen?.profile }

    /// The chosen profile with whose it is.
    var chosen: ListedProfile? {
        let listed = listed
        return listed.indices.contains(selected) ? listed[selected] : nil
    }

    /// All of them in the order of the list: one's own, then the team's.
    var listed: [ListedProfile] {
        (profiles ?? []).map { ListedProfile(profile: $0, owner: .mine) }
            + (profiles == nil ? [] : shared ?? []).map { ListedProfile(profile: $0, owner: .team) }
    }

    /// Inserts a text into the open field.
    mutating func insert(_ text: String) {
        edit { $0.insert(text) }
    }

    /// Changes the field that is open.
    mutating func edit(_ change: (inout TextField) -> Void) {
        refusal = nil
        switch typing {
        case .name(var field, let owner):
            change(&field)
            typing = .name(field, for: owner)
        case .shared(var field):
            change(&field)
            typing = .shared(field)
        case nil: break
        }
    }

    /// Takes the profiles as they are now, and chooses one by name.
    mutating func take(_ answer: ProfileAnswer, selecting name: String?) {
        let wanted = name ?? profile?.name
        let owner = name == nil ? chosen?.owner ?? .mine : .mine
        profiles = answer.profiles
        problems = answer.problems
        selected =
            listed.firstIndex { $0.profile.name == wanted && $0.owner == owner }
            ?? min(selected, max(0, listed.count - 1))
    }
}

/// A profile, and whose it is.
struct ListedProfile: Sendable, Hashable {
    let profile: OverrideProfile
    let owner: OverrideAim.Owner
}

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
