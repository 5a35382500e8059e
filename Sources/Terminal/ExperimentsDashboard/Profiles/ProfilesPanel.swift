import ExperimentsCore
import ExperimentsOperator
import ExperimentsTeam

/// The profiles of overrides, and the current action.
struct ProfilesPanel: LibraryPanel {
    var library = Library<OverrideProfile>()

    /// The selected profile, if there is one.
    var profile: OverrideProfile? { library.chosen }

    static let subject = "profile"
    static var nameOfItem: any KeyPath<OverrideProfile, String> & Sendable { \.name }

    var typingWords: String {
        switch library.purpose {
        case .saving: "save the overrides as: "
        case .savingForTeam: "save them for the team as: "
        case .importing: "paste a shared profile: "
        }
    }

    private static let load = KeyHint(.enter, "load")
    private static let share = KeyHint("y", "share")
    private static let delete = KeyHint("D", "delete")
    static let save = KeyHint("s", "save")
    private static let saveForTeam = KeyHint("S", "save for the team")
    static let importing = KeyHint("i", "import")
    private static let differences = KeyHint("d", "diff")

    func hints(_ state: DashboardState) -> [KeyHint] {
        if library.field != nil {
            return [KeyHint(.enter, library.purpose == .importing ? "import" : "save"), escapeHint]
        }
        return (profile == nil ? [] : [Self.load, Self.differences, Self.share, Self.delete]) + [
            Self.save
        ] + (library.shared == nil ? [] : [Self.saveForTeam]) + [Self.importing, escapeHint]
    }

    mutating func follow(_ state: DashboardState) {
        library.shared = state.overriding.team.view?.library.profiles
    }

    mutating func act(_ press: KeyPress, _ state: DashboardState) -> PanelAnswer? {
        switch press {
        case Self.load, KeyPress("l"): return load(state)
        case Self.save: library.type(TextField(profile?.name ?? ""), .saving)
        case Self.saveForTeam where library.shared != nil:
            library.type(TextField(profile?.name ?? ""), .savingForTeam)
        case Self.importing: library.type(TextField(value: ""), .importing)
        case Self.share: return .stay(profile.map { [.copy($0.shareText)] } ?? [])
        case Self.delete, KeyPress(.delete): return .stay(askToDelete())
        case Self.differences:
            return .stay(
                profile.map { DifferencePanel.opened(on: DifferenceRequest(state.ownOverrides, and: $0)) }
                    ?? [])
        default: return state.project.keyMap.command(for: press) == .profiles ? .close() : nil
        }
        return .stay()
    }

    /// Saves the overrides as a profile, or imports a shared one.
    mutating func finishTyping(_ state: DashboardState) -> [Effect] {
        let text = library.field?.text ?? ""
        do {
            guard library.purpose != .importing else { return keep(try OverrideProfile(shareText: text)) }
            return keep(
                try OverrideProfile(
                    name: text, overrides: state.ownOverrides, author: state.overriding.author,
                    savedAt: state.now))
        } catch {
            library.refusal = ErrorReport.headline(of: error)
            return []
        }
    }
}

extension ProfilesPanel {
    /// Replaces all overrides by those of the profile, after confirmation.
    private func load(_ state: DashboardState) -> PanelAnswer {
        guard let profile else { return .stay() }
        guard !state.project.isReadOnly else {
            return .stay([.say("read-only: cannot change overrides", .warning)])
        }
        let (edit, difference) = state.verbs.load(profile)
        let changes = difference.changes
        guard !changes.isEmpty else {
            return .stay([.say(OverrideProfile.alreadyLoaded(profile.name), .success)])
        }
        let count = changes.count == 1 ? "1 override changes" : "\(changes.count) overrides change"
        let words = changes.map { "\($0.word) \($0.name)" }
        return .close(state.ask("Load profile \(profile.name)? \(count):", about: words, before: edit))
    }

    /// Saves a profile. Another profile with the name is replaced only after confirmation.
    private mutating func keep(_ profile: OverrideProfile) -> [Effect] {
        library.field = nil
        let isForTeam = library.purpose == .savingForTeam
        let old = (isForTeam ? library.shared : library.own)?.first { $0.name == profile.name }
        // A profile that is not known here is not replaced.
        let effect: Effect =
            isForTeam
            ? .shelve(.saveProfile(profile, replaces: old != nil)) : .profiles(.save(profile, replaces: true))
        guard let old, old.overrides != profile.overrides else { return [effect] }
        let question = "Profile \(profile.name)\(isForTeam ? " (the team's)" : "") already exists, with"
        return [
            .open(
                Confirmation(
                    lines: ["\(question) \(old.overrides.entries.count) overrides.", "Replace it?"],
                    effects: [effect]))
        ]
    }

    private func askToDelete() -> [Effect] {
        guard let name = profile?.name else { return [] }
        let (words, effect): (String, Effect) =
            library.isTeamsChosen
            ? ("Delete the team's profile \(name) for everyone?", .shelve(.deleteProfile(name)))
            : ("Delete the profile \(name)?", .profiles(.delete(name: name)))
        return [
            .open(Confirmation(lines: [words, "The overrides themselves do not change."], effects: [effect]))
        ]
    }
}
