import ExperimentsCore

/// The owner and the scope of the overrides that a change affects.
package struct OverrideAim: Sendable, Hashable {
    /// The owner of the overrides that are changed.
    package enum Owner: Sendable, Hashable, CaseIterable {
        /// The user's own, in a file.
        case mine
        /// The overrides that a team shares.
        case team
    }

    /// The owner of the overrides.
    package var owner: Owner
    /// The scope of the overrides.
    package var scope: OverrideScope

    /// The user's own overrides for everyone.
    package static let mine = OverrideAim(.mine)
    /// The team's overrides for everyone.
    package static let team = OverrideAim(.team)

    package init(_ owner: Owner, for scope: OverrideScope = .everyone) {
        self.owner = owner
        self.scope = scope
    }
}

/// A requested change to overrides, which can be undone.
public struct OverrideEdit: Sendable, Hashable {
    /// The title of the edit, in words: `override paywall_type`.
    public var title: String
    /// The overrides to set, by key name; nil removes.
    public var entries: [String: Override?]
    /// Which overrides it changes.
    package private(set) var aim = OverrideAim.mine
    /// Whether it undoes or redoes an earlier edit; nil for a new one.
    package private(set) var reversal: OverrideReversal?
    /// The step of the journal that it reverses, if there is a journal.
    public var step: Int?
    /// Whether it reverses the step even if keys were changed since without one.
    public var isForced = false
    /// The overrides after the edit, by key name.
    private var left: [String: Override?] = [:]

    /// Creates a new edit of the user's own overrides for everyone.
    public init(title: String, entries: [String: Override?]) {
        self.title = title
        self.entries = entries
    }

    /// Creates the edit that reverses a step of the journal.
    package init(_ reversal: OverrideReversal, _ step: OverrideStep, of owner: OverrideAim.Owner = .mine) {
        // Every edit is of one scope.
        let scope = step.changes.first?.address.scope ?? .everyone
        func entries(_ side: (OverrideSetDifference.Change) -> Override?) -> [String: Override?] {
            Dictionary(step.changes.map { ($0.address.name, side($0)) }) { first, _ in first }
        }
        title = step.title
        self.entries = entries(\.before)
        left = entries(\.after)
        aim = OverrideAim(owner, for: scope)
        self.reversal = reversal
        self.step = step.number
    }

    /// The scope of the overrides.
    package var scope: OverrideScope { aim.scope }

    /// Whether it changes the overrides that a team shares.
    package var isTeams: Bool { aim.owner == .team }

    /// Returns the same edit for the overrides of a scope.
    package func scoped(to scope: OverrideScope) -> OverrideEdit {
        aimed(at: OverrideAim(aim.owner, for: scope))
    }

    /// Returns the same edit for the overrides of an aim.
    package func aimed(at aim: OverrideAim) -> OverrideEdit {
        var edit = self
        edit.aim = aim
        edit.title = title + aim.scope.titleEnding
        return edit
    }

    /// Returns the keys, in alphabetical order, that have changed since the step that it reverses.
    package func namesChangedSince(in overrides: OverrideSet) -> [String] {
        let own = overrides[scope]
        return left.filter { own[$0.key] != $0.value }.keys.sorted()
    }

    /// Makes the change.
    ///
    /// - Throws: the problem, if it changes overrides for apps and these cannot be read.
    package func apply(to overrides: inout OverrideSet) throws(OverrideDocumentProblem) {
        try overrides.checkReadable(scope)
        for (name, override) in entries { overrides[OverrideAddress(name, scope)] = override }
    }

    /// Returns the edit that restores the previous overrides.
    package func inverse(of update: OverrideUpdate, _ reversal: OverrideReversal) -> OverrideEdit {
        let before = update.before[scope]
        var edit = OverrideEdit(
            title: title, entries: Dictionary(uniqueKeysWithValues: entries.keys.map { ($0, before[$0]) }))
        edit.aim.scope = scope
        edit.reversal = reversal
        return edit
    }
}
