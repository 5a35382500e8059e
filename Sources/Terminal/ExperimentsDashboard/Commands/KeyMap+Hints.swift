// A hint is never written out by hand: the keys may be bound otherwise.
extension KeyMap {
    /// The key that hints name for an action; nil if it has none.
    func name(of action: Command) -> String? { keys(for: action).first?.description }

    /// Returns a hint for an action, after its key: `r fetches now`. Nil if it has no key.
    func words(_ action: Command, _ does: String) -> String? { name(of: action).map { $0 + " " + does } }

    /// A hint for the last line, with the keys of one action or of several that belong together; none without a key.
    func hint(_ actions: [Command], _ word: String) -> [KeyHint] {
        let keys = actions.compactMap { self.keys(for: $0).first }
        guard let first = keys.first else { return [] }
        if keys.count == 1 { return [KeyHint(first, word)] }
        return [KeyHint(several: keys.map(\.description).joined(separator: " "), word)]
    }

    /// The keys that go on to what is found next, before more words; empty without any.
    var goingOn: String {
        let names = [Command.findNext, .findPrevious].compactMap { name(of: $0) }
        return names.isEmpty ? "" : names.joined(separator: " ") + " go on, "
    }

    /// Whether a key leaves a panel in which letters are commands: `Esc`, and the keys that go back or quit.
    func leavesPanel(_ press: KeyPress) -> Bool {
        let command = command(for: press)
        return press.key == .escape || command == .back || command == .quit
    }

    /// Why a list is empty, and which key helps, if one is bound.
    func emptyWords(_ reason: String, _ action: Command, does: String) -> [String] {
        [reason, words(action, does)].compactMap(\.self)
    }

    /// The keys that move up and down, for lists in which only they do.
    func choosing(_ word: String = "choose") -> [KeyHint] { hint([.moveDown, .moveUp], word) }
}
