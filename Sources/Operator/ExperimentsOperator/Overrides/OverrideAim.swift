import ExperimentsCore

/// The owner of the overrides that are changed.
public enum OverrideOwner: Sendable, Hashable, CaseIterable {
    /// One's own, which are in a file.
    case mine
    /// Those that a team shares.
    case team
}

/// Which overrides a change is of: whose, and whom they are for.
package struct OverrideAim: Sendable, Hashable {
    /// The owner of the overrides.
    package var owner: OverrideOwner
    /// The scope of the overrides.
    package var scope: OverrideScope

    /// One's own overrides for everyone.
    package static let mine = OverrideAim(.mine)
    /// The team's overrides for everyone.
    package static let team = OverrideAim(.team)

    package init(_ owner: OverrideOwner, for scope: OverrideScope = .everyone) {
        (self.owner, self.scope) = (owner, scope)
    }
}

/// The order in which one's own overrides and the team's were changed here, so that the last change is undone first.
package struct OverrideOrder: Sendable {
    private var done: [OverrideOwner] = []
    private var undone: [OverrideOwner] = []

    package init() {}

    /// Returns the owner of the overrides that the next reversal changes.
    package func next(_ reversal: OverrideReversal) -> OverrideOwner {
        switch reversal {
        case .undo: done.last ?? .mine
        case .redo: undone.last ?? .mine
        }
    }

    /// An edit was made.
    package mutating func note(_ edit: OverrideEdit) {
        switch edit.kind {
        case .edit:
            done.append(edit.owner)
            undone = []
        case .undo:
            _ = done.popLast()
            undone.append(edit.owner)
        case .redo:
            _ = undone.popLast()
            done.append(edit.owner)
        }
    }
}
