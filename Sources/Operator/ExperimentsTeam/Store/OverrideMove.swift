import ExperimentsCore

/// Taking overrides from one place to another, such as from a file to a team's store: what would change there. A value.
///
/// Every member of an override goes along, those that this version does not know, too.
package struct OverrideMove: Sendable, Hashable {
    /// The change of each override at the destination, by its address.
    package let changes: [OverrideSetDifference.Change]

    /// Works a move out.
    ///
    /// - Parameters:
    ///   - source: the overrides to take, of all scopes.
    ///   - target: those of the place that they are taken to.
    ///   - names: the keys whose overrides are taken; nil for all.
    ///   - prunes: whether overrides are removed from the target that the source does not have.
    package init(from source: OverrideSet, to target: OverrideSet, names: Set<String>? = nil, prunes: Bool = false) {
        changes = target.changes(to: source).filter { change in
            guard names?.contains(change.address.name) ?? true else { return false }
            return change.after != nil || prunes
        }
    }

    private init(_ changes: [OverrideSetDifference.Change]) {
        self.changes = changes
    }

    /// Whether there is nothing to take.
    package var isEmpty: Bool { changes.isEmpty }

    /// The same in parts, each of which one transaction can make.
    package var parts: [OverrideMove] {
        stride(from: 0, to: changes.count, by: TeamDraft.changeLimit).map {
            OverrideMove(Array(changes[$0..<min($0 + TeamDraft.changeLimit, changes.count)]))
        }
    }

    /// Changes the overrides of the target.
    ///
    /// - Throws: `OverrideMoveProblem` where one of them is another by now than when the move was worked out;
    ///   `OverrideDocumentProblem` where it is one for an app, and those of the target cannot be read.
    package func apply(to overrides: inout OverrideSet) throws {
        for change in changes {
            try overrides.checkReadable(change.address.scope)
            guard overrides[change.address] == change.before else { throw OverrideMoveProblem(change.name) }
            overrides[change.address] = change.after
        }
    }
}

/// The reason why overrides cannot be moved: another person has changed one of them in the meantime.
package struct OverrideMoveProblem: Error, Sendable, Hashable, CustomStringConvertible, OperatorError {
    private let name: String

    init(_ name: String) {
        self.name = name
    }

    /// What happened.
    package var description: String { "\(name) was changed by somebody else meanwhile" }
    /// What to do about it.
    package var advice: String? { "Look at what differs now, and try again." }
}
