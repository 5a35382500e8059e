import ExperimentsCore
import ExperimentsOperator
import ExperimentsTeam

extension ProfilesPanel: Panel {
    private static let load = KeyHint(.enter, "load")
    private static let share = KeyHint("y", "share")
    private static let delete = KeyHint("D", "delete")
    static let save = KeyHint("s", "save")
    private static let saveForTeam = KeyHint("S", "save for the team")
    static let importing = KeyHint("i", "import")
    private static let differences = KeyHint("d", "differs")

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
        case .shared: return [KeyHint(.enter, "take"), escapeHint]
        case nil: break
        }
        return (profile == nil ? [] : [Self.load, Self.differences, Self.share, Self.delete]) + [
            Self.save
        ] + (shared == nil ? [] : [Self.saveForTeam]) + [Self.importing, escapeHint]
    }

    func draw(_ state: DashboardState, _ canvas: inout Canvas) { ProfilesView.draw(state, self, on: &canvas) }

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
            return .stay([.say("read-only: overrides are not changed here", .warning)])
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
        let whose = owner == .team ? " of the team's" : ""
        let question = "There is a profile \(profile.name)\(whose) already, with"
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
            case .team: ("Delete the team's profile \(name) for everybody?", .shelve(.deleteProfile(name)))
            }
        return [.open(Confirmation(lines: [words, "The overrides themselves stay as they are."], effects: [effect]))]
    }
}
