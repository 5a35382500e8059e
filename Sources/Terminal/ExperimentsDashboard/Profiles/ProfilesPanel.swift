import ExperimentsCore
import ExperimentsOperator
import ExperimentsTeam

/// The profiles of overrides, and the current action.
struct ProfilesPanel: Sendable {
    /// The kind of text that is being typed.
    enum Typing: Sendable, Hashable {
        /// The name under which to save the overrides, for the user or for the team.
        case name(TextField, for: OverrideAim.Owner = .mine)
        /// The line of a shared profile.
        case shared(TextField)
    }

    /// The user's own profiles; nil until they are read.
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
    /// The reason why the typed text is invalid.
    var refusal: String?

    /// The chosen profile, if there is one.
    var profile: OverrideProfile? { chosen?.profile }

    /// The chosen profile with whose it is.
    var chosen: ListedProfile? {
        let listed = listed
        return listed.indices.contains(selected) ? listed[selected] : nil
    }

    /// All of them in the order of the list: the user's own, then the team's.
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

    /// Stores the current profiles, and selects one by name.
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

// What comes back: the profiles are read and written outside, and loaded like any other edit, so that undo takes one
// back in one step.
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

extension ProfilesPanel: Panel {
    private static let load = KeyHint(.enter, "load")
    private static let share = KeyHint("y", "share")
    private static let delete = KeyHint("D", "delete")
    static let save = KeyHint("s", "save")
    private static let saveForTeam = KeyHint("S", "save for the team")
    static let importing = KeyHint("i", "import")
    private static let differences = KeyHint("d", "diff")

    var escapeWord: String { typing == nil ? "back" : "cancel" }

    var typedField: TextField? {
        switch typing {
        case .name(let field, _), .shared(let field): field
        case nil: nil
        }
    }

    func hints(_ state: DashboardState) -> [KeyHint] {
        switch typing {
        case .name: return [KeyHint(.enter, "save"), escapeHint]
        case .shared: return [KeyHint(.enter, "import"), escapeHint]
        case nil: break
        }
        return (profile == nil ? [] : [Self.load, Self.differences, Self.share, Self.delete]) + [
            Self.save
        ] + (shared == nil ? [] : [Self.saveForTeam]) + [Self.importing, escapeHint]
    }

    mutating func follow(_ state: DashboardState) { shared = state.overriding.team.view?.library.profiles }

    mutating func paste(_ text: String, _ state: DashboardState) {
        edit { $0.insert(text) }
    }

    mutating func handle(_ press: KeyPress, _ state: DashboardState) -> PanelAnswer {
        if let typing { return type(press, into: typing, state) }
        guard profiles != nil || press.key == .escape else {
            // Which profile is meant, and whether one would be replaced, is known once they are read.
            early.append(press)
            return .stay()
        }
        switch press {
        case Self.load, KeyPress("l"): return load(state)
        case Self.save: typing = .name(TextField(profile?.name ?? ""))
        case Self.saveForTeam where shared != nil: typing = .name(TextField(profile?.name ?? ""), for: .team)
        case Self.importing: typing = .shared(TextField(value: ""))
        case Self.share: return .stay(profile.map { [.copy($0.shareText)] } ?? [])
        case Self.delete, KeyPress(.delete): return .stay(askToDelete())
        case Self.differences:

            return .stay(
                profile.map { DifferencePanel.opened(on: DifferenceRequest(state.ownOverrides, and: $0)) } ?? [])
        default:
            return state.project.keyMap.leavesPanel(press)
                ? .close() : choose(state.project.keyMap.command(for: press))
        }
        return .stay()
    }

    private mutating func choose(_ action: Command?) -> PanelAnswer {
        let last = max(0, listed.count - 1)
        switch action {
        case .profiles: return .close()
        case .moveDown: selected = min(selected + 1, last)
        case .moveUp: selected = max(0, selected - 1)
        case .top: selected = 0
        case .bottom: selected = last
        default: break
        }
        return .stay()
    }

    private mutating func type(_ press: KeyPress, into typing: Typing, _ state: DashboardState) -> PanelAnswer {
        switch press.key {
        case .escape:
            self.typing = nil
            refusal = nil
        case .enter:
            switch typing {
            case .name(let field, let owner): return .stay(save(named: field.text, for: owner, state))
            case .shared(let field): return .stay(take(shared: field.text))
            }
        default: edit { _ = $0.handle(press) }
        }
        return .stay()
    }
}

extension ProfilesPanel {
    /// Loading replaces all overrides by the profile's, after a yes.
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

    private mutating func save(
        named name: String, for owner: OverrideAim.Owner, _ state: DashboardState
    ) -> [Effect] {
        do throws(OverrideProfileProblem) {
            let profile = try OverrideProfile(
                name: name, overrides: state.ownOverrides, author: state.overriding.author, savedAt: state.now)
            return keep(profile, for: owner)
        } catch {
            refusal = error.message
            return []
        }
    }

    private mutating func take(shared text: String) -> [Effect] {
        do {
            return keep(try OverrideProfile(shareText: text), for: .mine)
        } catch {
            refusal = ErrorReport.headline(of: error)
            return []
        }
    }

    /// Another profile of the name is replaced only after a yes.
    private mutating func keep(_ profile: OverrideProfile, for owner: OverrideAim.Owner) -> [Effect] {
        typing = nil
        let old = listed.first { $0.owner == owner && $0.profile.name == profile.name }?.profile
        let effects: [Effect] =
            switch owner {
            case .mine: [.profiles(.save(profile))]
            // One that is not known of here is not replaced.
            case .team: [.shelve(.saveProfile(profile, replaces: old != nil))]
            }
        guard let old, old.overrides != profile.overrides else { return effects }
        let whose = owner == .team ? " (the team's)" : ""
        let question = "Profile \(profile.name)\(whose) already exists, with"
        return [
            .open(
                Confirmation(
                    lines: ["\(question) \(old.overrides.entries.count) overrides.", "Replace it?"], effects: effects))
        ]
    }

    private func askToDelete() -> [Effect] {
        guard let chosen else { return [] }
        let name = chosen.profile.name
        let (words, effect): (String, Effect) =
            switch chosen.owner {
            case .mine: ("Delete the profile \(name)?", .profiles(.delete(name: name)))
            case .team: ("Delete the team's profile \(name) for everyone?", .shelve(.deleteProfile(name)))
            }
        return [.open(Confirmation(lines: [words, "The overrides themselves do not change."], effects: [effect]))]
    }
}

/// A request about the profiles of overrides.
public enum ProfileRequest: Sendable, Hashable {
    /// Read all profiles.
    case list
    /// Store a profile, in place of an older one of its name.
    case save(OverrideProfile)
    /// Delete the profile of this name.
    case delete(name: String)
}

/// The answer to a request about profiles: the present ones, or the reason why nothing was done.
public struct ProfileAnswer: Sendable {
    /// The profiles that can be read.
    public var profiles: [OverrideProfile]
    /// Why something cannot be read, or was not done.
    public var problems: [FileProblem]
    /// Whether the request itself was carried out.
    public var isDone: Bool

    /// Creates an answer.
    public init(profiles: [OverrideProfile] = [], problems: [FileProblem] = [], isDone: Bool) {
        self.profiles = profiles
        self.problems = problems
        self.isDone = isDone
    }
}
