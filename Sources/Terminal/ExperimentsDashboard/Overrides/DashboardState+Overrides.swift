import ExperimentsCore
import Foundation

extension DashboardState {
    /// The overrides that can be changed here: those of the highest layer, if there are several.
    var ownOverrides: OverrideSet {
        overriding.layers.last?.overrides ?? source.report.overrides
    }

    /// The possible changes of the current overrides.
    var verbs: OverrideVerbs {
        OverrideVerbs(
            own: ownOverrides, layers: overriding.layers, in: source.report.circumstances(at: now),
            author: overriding.author)
    }

    /// Returns the reason why an action can change none of its keys.
    func reasonNotChanging(_ action: Command) -> String? {
        if !actsOnMarks {
            if let reason = reasonNoKey { return reason }
            guard let name = subjectName else { return "no key selected" }
            guard source.report.overrides[name] != nil else { return OverrideRefusal(name).reason }
            if action == .removeOverride, verbs.refusalToRemove(name) != nil, !overriding.isTeams(name) {
                let refusal = OverrideRefusal(name, of: overriding.supplierName(of: name))
                return refusal.reason + "; you can only turn it off here"
            }
            return nil
        }
        let names =
            source.report.overrides.isEmpty
            ? [] : targets.map(\.name).filter { source.report.overrides[$0] != nil }
        if names.isEmpty { return "no marked keys have overrides" }
        if action == .removeOverride, names.allSatisfy({ ownOverrides[$0] == nil && !overriding.isTeams($0) })
        {
            return "the overrides of the marked keys are from other layers; you can only turn them off here"
        }
        return nil
    }

    func removeOverrides() -> [Effect] {
        let names = targets.map(\.name).filter { ownOverrides[$0] != nil }
        guard !names.isEmpty else { return removeTeams(targets.map(\.name).filter(overriding.isTeams)) }
        guard let edit = try? verbs.remove(names) else { return [] }
        return propose(edit, "Remove \(edit.entries.count) overrides?")
    }

    func switchOverrides() -> [Effect] {
        let names = targets.map(\.name).filter { source.report.overrides[$0] != nil }
        let isOn = names.contains { source.report.overrides[$0]?.isEnabled == true }
        guard let edit = try? verbs.turn(names, on: !isOn) else { return [] }
        return propose(edit, "Turn \(edit.entries.count) overrides \(isOn ? "off" : "on")?")
    }

    func clearOverrides() -> [Effect] {
        let names = ownOverrides.names
        let others = overriding.layers.last?.overrides ?? source.report.overrides
        let count = others.scopes.filter { $0 != .everyone }.reduce(0) { $0 + others[$1].names.count }
        let rest =
            count == 0
            ? "?"
            : " for everyone? \(CountText.count(count, "override")) for apps \(count == 1 ? "stays" : "stay")."
        let question = "Remove \(names.count == 1 ? "the override" : "all \(names.count) overrides")\(rest)"
        return ask(question, about: names, before: verbs.removeAll())
    }

    /// Makes an edit of one key immediately, and an edit of several after confirmation.
    func propose(_ edit: OverrideEdit, _ question: String) -> [Effect] {
        guard edit.entries.count > 1 else { return edit.entries.isEmpty ? [] : [.editOverrides(edit)] }
        return ask(question, about: edit.entries.keys.sorted(), before: edit)
    }

    /// Makes an edit after confirmation, or immediately if questions are off.
    func ask(_ question: String, about things: [String], before edit: OverrideEdit) -> [Effect] {
        guard project.asksFirst else { return [.editOverrides(edit)] }
        return [
            .open(
                Confirmation(
                    lines: Confirmation.lines(question, about: things), effects: [.editOverrides(edit)]))
        ]
    }

    /// Takes other overrides from the store, or the reason why it cannot be read.
    mutating func adopt(_ state: OverrideStoreState) {
        if let problem = state.problem, problem != overriding.storeProblem {
            // Only the file name, because a long path would leave no room for the reason.
            say(OverrideWords.text(of: problem, calling: PathText.name(of:)), .error, seconds: 12, as: .file)
        } else if state.problem == nil, overriding.storeProblem != nil {
            say(OverrideWords.text(of: nil), .success, as: .file)
        }
        overriding.storeProblem = state.problem
        overriding.layers = state.layers
        // Overrides for apps stay unchanged while they cannot be read. Changing one is refused with a message.
        let overrides = state.overrides.keepingApps(of: source.report.overrides)
        take(overrides: overrides, noting: overrides.namesChanged(from: source.report.overrides))
    }

    /// Shows a change to overrides before it is stored, so that the next key press already uses it.
    mutating func anticipate(_ edit: OverrideEdit) {
        // A team's change is shown only after the store accepted it, because that is never certain in advance.
        guard !edit.isTeams else { return }
        var overrides = source.report.overrides
        if let top = overriding.layers.indices.last {
            try? edit.apply(to: &overriding.layers[top].overrides)
            overrides = OverrideSet(merging: overriding.layers).keepingApps(of: overrides)
        } else {
            try? edit.apply(to: &overrides)
        }
        take(overrides: overrides, noting: edit.scope == .everyone ? Set(edit.entries.keys) : [])
    }

    /// Handles the answer of the store, and makes the next change that waited for it.
    mutating func editAnswered(_ answer: OverrideAnswer) -> [Effect] {
        if let state = answer.state {
            _ = update(\.log, with: .heard(.overridesChanged(state)))
            adopt(state)
        }
        if let journal = answer.journal { follow(journal: journal) }
        switch answer.outcome {
        case .success(let update): finish(answer.edit, update)
        case .failure(let error): giveUp(answer.edit, because: ErrorReport.headline(of: error))
        }
        overriding.pendingEdits = max(0, overriding.pendingEdits - 1)
        guard overriding.pendingEdits == 0, !overriding.waitingCommands.isEmpty else { return [] }
        return perform(overriding.waitingCommands.removeFirst())
    }
}

extension OverridingState {
    /// Returns the short name of an override's layer; empty if there is only one.
    func supplierName(of name: String) -> String {
        guard layers.count > 1, let layer = layers.supplier(of: name) else { return "" }
        return (layer.name as NSString).lastPathComponent
    }

    /// Returns the words for the override in a lower layer that a removal uncovers.
    func uncovered(_ edit: OverrideEdit) -> String {
        guard edit.entries.count == 1, let (name, entry) = edit.entries.first, entry == nil,
            layers.covered(name) != nil
        else { return "" }
        return "; the override of \(supplierName(of: name)) applies again"
    }

    /// The team's overrides, which are the lowest layer; nil if there is no team.
    var teamsOverrides: OverrideSet? { team.view == nil ? nil : layers.first?.overrides }

    /// Whether the active override of a key is the team's.
    func isTeams(_ name: String) -> Bool {
        teamsOverrides?[name] != nil && layers.dropFirst().allSatisfy { $0.overrides[name] == nil }
    }
}

// Marks belong to keys, so they stay on their keys regardless of what the list shows.
extension DashboardState {
    /// Whether actions apply to the marked keys, which is only the case in lists of keys.
    var actsOnMarks: Bool { !overriding.marks.isEmpty && screen.listsKeys }

    /// The keys of an action: the marked ones in the order of the report, or the one under the cursor.
    var targets: [CatalogKey] {
        guard actsOnMarks else { return selectedKey.map { [$0] } ?? [] }
        let orphans = overriding.marks.others.filter { source.report.overrides[$0] != nil }.sorted()
        return overriding.marks.rows.rows.map { source.report.rows[$0].key }
            + orphans.map { CatalogKey(name: $0, schema: ValueSchema(kind: .string)) }
    }

    /// Counts the marked rows that the list does not show. This is not done in every frame, because the list may be
    /// long.
    mutating func countHiddenMarks() {
        overriding.hiddenMarkCount = actsOnMarks ? overriding.marks.hiddenCount(in: list.keys) : 0
    }
}

extension DashboardState {
    /// Undoes or redoes the last change, after the store has answered any pending one.
    mutating func reverse(_ command: Command) -> [Effect] {
        // The change to undo is not known yet.
        guard overriding.pendingEdits == 0 else {
            overriding.waitingCommands.append(command)
            return []
        }
        return reverseLast(command == .undo ? .undo : .redo)
    }

    /// Returns whether no change can be reversed, and none is pending.
    func hasNothing(to reversal: OverrideReversal) -> Bool {
        overriding.pendingEdits == 0 && overriding.undoHistory.next(reversal) == nil
    }

    /// Reverses the last edit. If its keys have changed since without a journal, for example in an editor, asks first;
    /// if questions are off, the store refuses. Also asks if the last edit of the team is another person's.
    private mutating func reverseLast(_ reversal: OverrideReversal) -> [Effect] {
        guard let step = overriding.undoHistory.nextStep(reversal) else { return [] }
        var edit = step.edit
        if edit.isTeams {
            guard step.author != overriding.author else { return [.editOverrides(edit)] }
            let question =
                "The team's last change is by \(step.author ?? "someone"): \"\(edit.title)\". "
                + "\(reversal.rawValue.capitalized) it?"
            let names = edit.entries.keys.sorted()
            return [
                .open(
                    Confirmation(
                        lines: Confirmation.lines(question, about: names), effects: [.editOverrides(edit)]))
            ]
        }
        let names = edit.namesChangedSince(in: ownOverrides)
        if !names.isEmpty, project.asksFirst {
            edit.isForced = true
            return ask(
                "\(reversal.rawValue.capitalized) \"\(edit.title)\" anyway? These have changed since:",
                about: names,
                before: edit)
        }
        overriding.undoHistory.take(reversal)
        return [.editOverrides(edit)]
    }

    mutating func finish(_ edit: OverrideEdit, _ update: OverrideUpdate) {
        overriding.undoHistory.note(edit, update)
        // Changes of the team are in its journal, which is added to the log.
        if !edit.isTeams { _ = self.update(\.log, with: .edited(edit, update)) }
        let whose = edit.isTeams ? "the team: " : ""
        let title = echo(of: edit, update) ?? edit.title
        if let reversal = edit.reversal {
            announce("\(whose)\(reversal.done): \(title)", .success, seconds: 4)
            return
        }
        if !overriding.marks.isEmpty {
            overriding.marks.remove({ edit.entries[$0] != nil }, of: source.report)
            countHiddenMarks()
        }
        announce(whose + title + (edit.isTeams ? "" : overriding.uncovered(edit)), .success, seconds: 4)
    }

    /// Returns the effect of changing one key on its value; nil if several keys change.
    private func echo(of edit: OverrideEdit, _ update: OverrideUpdate) -> String? {
        guard edit.entries.count == 1, let name = edit.entries.keys.first else { return nil }
        let (before, after) = (update.before[edit.scope][name], update.after[edit.scope][name])
        // Values for single apps are not those on the screen.
        let known = edit.scope == .everyone ? source.report.snapshot.entries[name]?.text : nil
        let echo = OverrideEcho(
            source: known.map { [name: $0] } ?? [:], keys: project.keys.filter { $0.name.isExactly(name) },
            at: now,
            in: project.localTime)
        return echo.line(name + edit.scope.titleEnding, of: name, from: before, to: after)
    }

    /// Reports that the store refused a change, which can then be tried again.
    mutating func giveUp(_ edit: OverrideEdit, because reason: String) {
        overriding.undoHistory.giveBack(edit)
        say("\(edit.title): \(reason)", .error, seconds: 12)
    }

    /// Uses the journal from now on; without one, only the changes made here.
    mutating func follow(journal reading: JournalReading) {
        if let problem = reading.problem, problem != overriding.journalProblem {
            let name = (problem.path as NSString).lastPathComponent
            say("journal of overrides: \(problem.named(name))", .warning, seconds: 12, as: .file)
        }
        overriding.journalProblem = reading.problem
        overriding.undoHistory.follow(reading.journal)
        log.follow(reading.journal, at: now)
    }
}

extension [Command] {
    static let overriding: [Command] = [
        .setOverride, .editOverride, .removeOverride, .switchOverride, .clearOverrides,
    ]
}

extension Command {
    static let setOverride: Command = Command(
        "set-override", title: "Set an override", in: .overriding, keys: ["o"],
        footer: FooterPlace("override") { state in
            if state.screen.listsKeys { return .row(0) }
            guard state.reasonDisabled(.setOverride) == nil else { return nil }
            return state.screen == .experiments ? .row(7) : .row(2)
        },
        shell: "experiments override set KEY VALUE", synonyms: ["set", "force"],
        argument: .text("Override with") { text, state in
            state.selectedApp == nil ? OverrideEditor.opened(with: text, state) : AppKeyPanel.opened(state)
        }, changesOverrides: true,
        whyNot: { state in
            if state.selectedApp != nil { return nil }
            return state.screen.listsKeys && !state.overriding.marks.isEmpty ? nil : state.reasonNoKey
        },
        run: { $0.selectedApp == nil ? OverrideEditor.opened($0) : AppKeyPanel.opened($0) })
    static let editOverride: Command = Command(
        "edit-override", title: "Edit note and expiry", in: .overriding, keys: ["e"],
        footer: FooterPlace("expiry, note", at: .row(6)) { state in
            !state.actsOnMarks && state.screen.listsKeys && state.reasonDisabled(.editOverride) == nil
        },
        shell: "experiments override set KEY VALUE --note TEXT --expires WHEN",
        synonyms: ["expires", "until"], changesOverrides: true,
        whyNot: { $0.reasonNotChanging(.editOverride) }, run: { OverrideEditor.openedOnNotes($0) })
    static let removeOverride: Command = Command(
        "remove-override", title: "Remove the override", in: .overriding, keys: ["u", .key(.delete), "d"],
        footer: FooterPlace("remove", at: .row(3)) { state in
            (state.screen.listsKeys || state.screen == .apps) && state.reasonDisabled(.removeOverride) == nil
        },
        shell: "experiments override unset KEY", synonyms: ["unset", "delete"], changesOverrides: true,
        whyNot: {
            $0.screen == .apps ? LinkedAppList.reasonNoOverrides($0) : $0.reasonNotChanging(.removeOverride)
        },
        run: { $0.screen == .apps ? LinkedAppList.removeOverrides($0) : $0.removeOverrides() })
    static let switchOverride: Command = Command(
        "switch-override", title: "Turn the override on or off", in: .overriding, keys: [" "],
        footer: FooterPlace {
            guard !$0.actsOnMarks, let name = $0.subjectName else { return "on/off" }
            return $0.source.report.overrides[name]?.isEnabled == true ? "off" : "on"
        } rank: { state in
            state.screen.listsKeys && state.reasonDisabled(.switchOverride) == nil ? .row(4) : nil
        },
        shell: "experiments override disable KEY (enable KEY)", synonyms: ["disable", "enable"],
        changesOverrides: true,
        whyNot: { $0.reasonNotChanging(.switchOverride) }, run: { $0.switchOverrides() })
    static let clearOverrides: Command = Command(
        "clear-overrides", title: "Remove all overrides", in: .overriding, keys: ["D"],
        shell: "experiments override clear", changesOverrides: true,
        // Its key is the same as for comparing fetches on screen 6.
        whyNot: {
            if !$0.screen.listsKeys { return "only on screens 1 to 4" }
            return $0.ownOverrides.isEmpty ? "no overrides" : nil
        }, run: { $0.clearOverrides() })
}

extension [Command] {
    static let undoing: [Command] = [.undo, .redo]
}

extension Command {
    static let undo: Command = Command(
        "undo", title: "Undo the last change to overrides", in: .overriding, keys: ["U"],
        footer: FooterPlace("undo") { state in
            guard state.overriding.undoHistory.next(.undo) != nil else { return nil }
            return state.screen == .apps ? .row(11) : .row(5)
        },
        shell: "experiments override undo", synonyms: ["revert"], changesOverrides: true,
        whyNot: {
            $0.hasNothing(to: .undo) ? "nothing to undo" : nil
        },
        run: { $0.reverse(.undo) })
    static let redo: Command = Command(
        "redo", title: "Redo what was undone", in: .overriding, keys: [.control("y")],
        shell: "experiments override redo", changesOverrides: true,
        whyNot: {
            $0.hasNothing(to: .redo) ? "nothing to redo" : nil
        },
        run: { $0.reverse(.redo) })
}

extension [Command] {
    static let marking: [Command] = [.mark, .markAll, .markRange]
}

extension Command {
    static let mark: Command = Command(
        "mark", title: "Mark the row", in: .overriding, keys: ["m"],
        footer: FooterPlace("mark") { $0.actsOnMarks ? .row(1) : $0.listsKeysInView ? .more(4) : nil },
        shell: "experiments override set KEY KEY VALUE", whyNot: reasonNotMarking,
        run: { _ in [.send(\.overriding, .toggleMark)] })
    static let markAll: Command = Command(
        "mark-all", title: "Mark all rows or none", in: .overriding, keys: ["M"],
        footer: FooterPlace("all/none", at: .row(2), where: \.actsOnMarks),
        shell: "experiments override set --filter TEXT VALUE", whyNot: reasonNotMarking,
        run: { _ in [.send(\.overriding, .toggleAllMarks)] })
    static let markRange: Command = Command(
        "mark-range", title: "Mark a range of rows", in: .overriding, keys: ["V"],
        shell: "experiments override set KEY KEY VALUE", whyNot: reasonNotMarking,
        run: { _ in [.send(\.overriding, .toggleRange)] })

    @Sendable private static func reasonNotMarking(_ state: DashboardState) -> String? {
        if !state.screen.listsKeys { return "only on screens 1 to 4" }
        return state.rowCount == 0 && state.overriding.marks.isEmpty ? "no rows to mark" : nil
    }
}

extension [Command] {
    static let profiles: [Command] = [.profiles]
}

extension Command {
    static let profiles: Command = Command(
        "profiles", title: "Manage override profiles", in: .overriding, keys: ["P"],
        footer: FooterPlace("profiles", at: .profiles, where: \.overriding.hasProfiles),
        shell: "experiments override profile list",
        whyNot: { $0.overriding.hasProfiles ? nil : "no profiles: the overrides are not in a file" },
        run: { _ in [.open(ProfilesPanel()), .profiles(.list)] })
}
