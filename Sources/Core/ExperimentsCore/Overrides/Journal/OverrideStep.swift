import Foundation

/// One change of overrides that somebody made at once, of one key or of several: what undo takes back in one go.
package struct OverrideStep: Sendable, Hashable {
    /// Whether it is new, or takes an earlier one back.
    package enum Kind: Sendable, Hashable {
        /// A change of its own.
        case edit
        /// Takes back the step of this number.
        case undo(of: Int)
        /// Does the step of this number again.
        case redo(of: Int)
    }

    /// Counts the steps of a journal, from 1 on. Numbers are not used again.
    package let number: Int
    /// Whether it is new, or takes an earlier one back.
    package let kind: Kind
    /// What it does, in words: `override paywall_type`. The same for the step that takes it back.
    package let title: String
    /// Who made it, and with what.
    package let origin: OverrideOrigin
    /// When.
    package let at: Date
    /// What each key's override was before, and is after.
    package let changes: [OverrideSetDifference.Change]

    /// A step.
    package init(
        number: Int, kind: Kind, title: String, origin: OverrideOrigin, at: Date,
        changes: [OverrideSetDifference.Change]
    ) {
        (self.number, self.kind, self.title) = (number, kind, title)
        (self.origin, self.at, self.changes) = (origin, at, changes)
    }

    /// The number of the change that it makes, takes back or does again.
    package var subject: Int {
        switch kind {
        case .edit: number
        case .undo(let number), .redo(let number): number
        }
    }

    /// The names of the keys whose overrides it changed.
    package var names: [String] { changes.map(\.name) }
}

/// Who changes overrides, and with which program.
package struct OverrideOrigin: Sendable, Hashable {
    /// The user's name.
    package var author: String?
    /// The program and what it was told to do, for example `experiments override set`.
    package var program: String?

    /// An origin.
    package init(author: String? = nil, program: String? = nil) {
        self.author = author
        self.program = program
    }
}
