import ExperimentsCore

extension [Command] {
    static let overriding: [Command] = [
        .setOverride, .editOverride, .removeOverride, .switchOverride, .clearOverrides,
    ]
}

extension Command {
    static let setOverride: Command = Command(
        "set-override", title: "Set an override", in: .overriding, keys: ["o"],
        footer: FooterPlace("override", at: .row(0)) { $0.screen.listsKeys || $0.selectedApp != nil },
        twin: .command("experiments override set KEY VALUE"), synonyms: ["set", "force"],
        argument: .text("Override with") { text, state in
            state.selectedApp == nil ? OverrideEditor.opened(with: text, state) : AppKeyPanel.opened(state)
        }, changesOverrides: true,
        whyNot: { state in
            if state.selectedApp != nil { return nil }
            return state.screen.listsKeys && !state.overriding.marks.isEmpty ? nil : state.reasonNoKey
        },
        run: { $0.selectedApp == nil ? OverrideEditor.opened($0) : AppKeyPanel.opened($0) })
    static let editOverride: Command = Command(
        "edit-override", title: "Edit the note and the end of the override", in: .overriding, keys: ["e"],
        twin: .command("experiments override set KEY VALUE --note TEXT --expires WHEN"),
        synonyms: ["expires", "until"], changesOverrides: true,
        whyNot: { $0.reasonNotChanging(.editOverride) }, run: { OverrideEditor.openedOnNotes($0) })
    static let removeOverride: Command = Command(
        "remove-override", title: "Remove the override", in: .overriding, keys: ["u", .key(.delete)],
        footer: FooterPlace("remove", at: .row(4)) { state in
            (state.screen.listsKeys || state.screen == .apps) && state.reasonDisabled(.removeOverride) == nil
        },
        twin: .command("experiments override unset KEY"), synonyms: ["unset", "delete"], changesOverrides: true,
        whyNot: { $0.screen == .apps ? $0.reasonNoAppOverrides : $0.reasonNotChanging(.removeOverride) },
        run: { $0.screen == .apps ? $0.removeAppOverrides() : $0.removeOverrides() })
    static let switchOverride: Command = Command(
        "switch-override", title: "Switch the override off or on", in: .overriding, keys: [" "],
        footer: FooterPlace("on/off", at: .row(5)) { state in
            state.screen.listsKeys && state.reasonDisabled(.switchOverride) == nil
        },
        twin: .command("experiments override disable KEY (enable KEY)"), synonyms: ["disable", "enable"],
        changesOverrides: true,
        whyNot: { $0.reasonNotChanging(.switchOverride) }, run: { $0.switchOverrides() })
    static let clearOverrides: Command = Command(
        "clear-overrides", title: "Remove all overrides", in: .overriding, keys: ["D"],
        twin: .command("experiments override clear"), changesOverrides: true,
        whyNot: { $0.ownOverrides.isEmpty ? "there are no overrides" : nil }, run: { $0.clearOverrides() })
}

extension [Command] {
    static let undoing: [Command] = [.undo, .redo]
}

extension Command {
    static let undo: Command = Command(
        "undo", title: "Undo the last change of overrides", in: .overriding, keys: ["U"],
        footer: FooterPlace("undo", at: .undoing) { !$0.overriding.undoHistory.undoable.isEmpty },
        twin: .command("experiments override undo"), changesOverrides: true,
        whyNot: {
            $0.hasNothing(to: .undo) ? "nothing to undo" : nil
        },
        run: { $0.reverse(.undo) })
    static let redo: Command = Command(
        "redo", title: "Redo what was undone", in: .overriding, keys: [.control("y")],
        twin: .command("experiments override redo"), changesOverrides: true,
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
        "mark", title: "Mark the row, to act on several", in: .overriding, keys: ["m"],
        footer: FooterPlace("mark") { $0.actsOnMarks ? .row(1) : $0.screen.listsKeys ? .list(0) : nil },
        twin: .command("experiments override set KEY KEY VALUE"), whyNot: reasonNotMarking,
        run: { _ in [.send(\.overriding, .toggleMark)] })
    static let markAll: Command = Command(
        "mark-all", title: "Mark all rows shown, or none", in: .overriding, keys: ["M"],
        footer: FooterPlace("all/none", at: .row(2), where: \.actsOnMarks),
        twin: .command("experiments override set --filter TEXT VALUE"), whyNot: reasonNotMarking,
        run: { _ in [.send(\.overriding, .toggleAllMarks)] })
    static let markRange: Command = Command(
        "mark-range", title: "Mark rows by moving, until pressed again", in: .overriding, keys: ["V"],
        twin: .command("experiments override set KEY KEY VALUE"), whyNot: reasonNotMarking,
        run: { _ in [.send(\.overriding, .toggleRange)] })

    @Sendable private static func reasonNotMarking(_ state: DashboardState) -> String? {
        if !state.screen.listsKeys { return "rows are marked on screens 1 to 4" }
        return state.rowCount == 0 && state.overriding.marks.isEmpty ? "there is no row to mark" : nil
    }
}

extension [Command] {
    static let profiles: [Command] = [.profiles]
}

extension Command {
    static let profiles: Command = Command(
        "profiles", title: "Profiles of overrides", in: .overriding, keys: ["P"],
        footer: FooterPlace("profiles", at: .profiles, where: \.overriding.hasProfiles),
        twin: .command("experiments override profile list"),
        whyNot: { $0.overriding.hasProfiles ? nil : "the overrides are not in a file, so there are no profiles" },
        run: { _ in [.open(ProfilesPanel()), .profiles(.list)] })
}
