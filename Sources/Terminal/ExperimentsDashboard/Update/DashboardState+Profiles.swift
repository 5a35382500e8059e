import ExperimentsCore

// The profiles: read and written outside, loaded like any other edit, so that undo takes it back in one step.
extension DashboardState {
    mutating func openProfiles() -> [Effect] {
        overlay = .profiles(ProfilesPanel())
        return [.profiles(.list)]
    }

    mutating func handle(_ press: KeyPress, _ panel: ProfilesPanel) -> [Effect] {
        if let typing = panel.typing { return handle(press, panel, typing) }
        var panel = panel
        guard panel.profiles != nil || press.key == .escape else {
            // Which profile is meant, and whether one would be replaced, is known once they are read.
            panel.early.append(press)
            overlay = .profiles(panel)
            return []
        }
        let count = panel.profiles?.count ?? 0
        switch (press.key, keyMap.command(for: press)) {
        case (.escape, _), (.character("q"), _), (_, .profiles):
            overlay = nil
            return []
        case (.enter, _), (.character("l"), _): return load(panel)
        case (.character("s"), _): panel.typing = .name(TextField(panel.profile?.name ?? ""))
        case (.character("i"), _): panel.typing = .shared(TextField(room: TextField.Room.value))
        case (.character("y"), _): return panel.profile.map { [.copy($0.shareText)] } ?? []
        case (.character("D"), _), (.delete, _): return delete(panel)
        case (_, .moveDown): panel.selected = min(panel.selected + 1, max(0, count - 1))
        case (_, .moveUp): panel.selected = max(0, panel.selected - 1)
        case (_, .top): panel.selected = 0
        case (_, .bottom): panel.selected = max(0, count - 1)
        default: return []
        }
        overlay = .profiles(panel)
        return []
    }

    private mutating func handle(
        _ press: KeyPress, _ panel: ProfilesPanel, _ typing: ProfilesPanel.Typing
    ) -> [Effect] {
        var panel = panel
        switch press.key {
        case .escape:
            panel.typing = nil
            panel.refusal = nil
        case .enter:
            switch typing {
            case .name(let field): return save(named: field.text, panel)
            case .shared(let field): return take(shared: field.text, panel)
            }
        default: panel.edit { _ = $0.handle(press) }
        }
        overlay = .profiles(panel)
        return []
    }

    /// Loading replaces all overrides by the profile's, after a yes.
    private mutating func load(_ panel: ProfilesPanel) -> [Effect] {
        guard let profile = panel.profile else { return [] }
        guard !isReadOnly else {
            say("read-only: overrides are not changed here", .warning)
            return []
        }
        let (edit, difference) = verbs.load(profile)
        let changes = difference.changes
        guard !changes.isEmpty else {
            say("\(profile.name) is what is overridden already", .success)
            return []
        }
        let count = changes.count == 1 ? "1 override changes" : "\(changes.count) overrides change"
        let words = changes.map { "\($0.word) \($0.name)" }
        return ask("Load profile \(profile.name)? \(count):", about: words, before: edit)
    }

    private mutating func save(named name: String, _ panel: ProfilesPanel) -> [Effect] {
        var panel = panel
        do throws(OverrideProfileProblem) {
            let profile = try OverrideProfile(name: name, overrides: ownOverrides, author: author, savedAt: now)
            return keep(profile, &panel)
        } catch {
            panel.refusal = error.message
            overlay = .profiles(panel)
            return []
        }
    }

    private mutating func take(shared text: String, _ panel: ProfilesPanel) -> [Effect] {
        var panel = panel
        do {
            return keep(try OverrideProfile(shareText: text), &panel)
        } catch {
            panel.refusal = String(describing: error)
            overlay = .profiles(panel)
            return []
        }
    }

    /// Another profile of the name is replaced only after a yes.
    private mutating func keep(_ profile: OverrideProfile, _ panel: inout ProfilesPanel) -> [Effect] {
        panel.typing = nil
        overlay = .profiles(panel)
        let effects: [Effect] = [.profiles(.save(profile))]
        guard let old = panel.profiles?.first(where: { $0.name == profile.name }), old.overrides != profile.overrides
        else { return effects }
        overlay = .confirmation(
            Confirmation(
                lines: [
                    "There is a profile \(profile.name) already, with \(old.overrides.entries.count) overrides.",
                    "Replace it?",
                ], effects: effects, underneath: overlay))
        return []
    }

    private mutating func delete(_ panel: ProfilesPanel) -> [Effect] {
        guard let profile = panel.profile else { return [] }
        overlay = .confirmation(
            Confirmation(
                lines: ["Delete the profile \(profile.name)?", "The overrides themselves stay as they are."],
                effects: [.profiles(.delete(name: profile.name))], underneath: .profiles(panel)))
        return []
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
        guard case .profiles(var panel) = overlay else { return [] }
        let early = panel.early
        panel.early = []
        panel.take(answer, selecting: saved)
        overlay = .profiles(panel)
        return early.flatMap { handle(InputEvent.key($0)) }
    }
}
