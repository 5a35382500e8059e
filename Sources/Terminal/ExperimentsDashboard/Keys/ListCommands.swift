import ExperimentsCore

extension Feature {
    static let listing = Feature(commands: [.narrowKeys, .widenKeys, .changedOnly, .groupView, .keyHistory])
}

extension Command {
    static let narrowKeys: Command = Command(
        "narrow-keys", title: "Make the column of keys narrower", in: .reading, keys: ["<"], twin: .screenAlone,
        whyNot: { $0.reasonNotResizingKeys(.narrowKeys) },
        change: { $0.resizeKeyColumn(by: -DashboardState.resizeStep) })
    static let widenKeys: Command = Command(
        "widen-keys", title: "Make the column of keys wider", in: .reading, keys: [">"], twin: .screenAlone,
        whyNot: { $0.reasonNotResizingKeys(.widenKeys) },
        change: { $0.resizeKeyColumn(by: DashboardState.resizeStep) })
    static let changedOnly: Command = Command(
        "changed-only", title: "Show only what the last fetch changed", in: .reading, keys: ["c"],
        footer: FooterPlace("changed", at: .others(1), where: \.screen.listsKeys),
        twin: .command("experiments list --changed"), whyNot: \.reasonNotListing,
        change: { $0.toggleChangedOnly() })
    static let groupView: Command = Command(
        "group-view", title: "Show keys under their groups", in: .reading, keys: ["v"],
        footer: FooterPlace("groups", at: .others(2), where: \.screen.listsKeys),
        twin: .command("experiments list --groups"), whyNot: \.reasonNotListing, change: { $0.toggleGroups() })
    static let keyHistory: Command = Command(
        "key-history", title: "Show the fetches that changed this key", in: .reading,
        twin: .command("experiments history --key KEY"), whyNot: \.reasonNoKey, change: { $0.showHistoryOfKey() })
}

extension DashboardState {
    fileprivate var reasonNotListing: String? {
        screen.listsKeys ? nil : "choose a list of keys, on screens 1 to 4"
    }

    /// The reason why there is no key for a command.
    var reasonNoKey: String? {
        if screen == .experiments { return subjectName == nil ? "no key is known of this experiment" : nil }
        if !screen.listsKeys { return "choose a key on screens 1 to 4" }
        return selectedName == nil ? "there is no key under the cursor" : nil
    }
}
