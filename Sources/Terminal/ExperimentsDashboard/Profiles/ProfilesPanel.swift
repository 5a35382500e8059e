import ExperimentsCore

/// The profiles of overrides, and what is being done with them.
struct ProfilesPanel: Sendable {
    /// What is being typed.
    enum Typing: Sendable, Hashable {
        /// The name under which to save the overrides.
        case name(TextField)
        /// The line of a shared profile.
        case shared(TextField)
    }

    /// The profiles; nil until they are read.
    var profiles: [OverrideProfile]?
    /// Why some cannot be read.
    var problems: [FileProblem] = []
    /// The chosen one.
    var selected = 0
    /// What is being typed, if something is.
    var typing: Typing?
    /// What was pressed before they were read.
    var early: [KeyPress] = []
    /// Why what was typed is refused.
    var refusal: String?

    /// The chosen profile, if there is one.
    var profile: OverrideProfile? {
        guard let profiles, profiles.indices.contains(selected) else { return nil }
        return profiles[selected]
    }

    /// What is typed goes into the field that is open.
    mutating func insert(_ text: String) {
        edit { $0.insert(text) }
    }

    /// Changes the field that is open.
    mutating func edit(_ change: (inout TextField) -> Void) {
        refusal = nil
        switch typing {
        case .name(var field):
            change(&field)
            typing = .name(field)
        case .shared(var field):
            change(&field)
            typing = .shared(field)
        case nil: break
        }
    }

    /// Takes the profiles as they are now, and chooses one by name.
    mutating func take(_ answer: ProfileAnswer, selecting name: String?) {
        let wanted = name ?? profile?.name
        profiles = answer.profiles
        problems = answer.problems
        selected = answer.profiles.firstIndex { $0.name == wanted } ?? min(selected, max(0, answer.profiles.count - 1))
    }
}
