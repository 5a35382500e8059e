import Foundation

/// One change to overrides, of one key or of several together. It is undone as a whole.
package struct OverrideStep: Sendable, Hashable {
    /// Whether the step is a new change, or undoes or redoes an earlier one.
    package enum Kind: Sendable, Hashable {
        /// A change that neither undoes nor redoes another one.
        case edit
        /// Undoes the step with this number.
        case undo(of: Int)
        /// Redoes the step with this number.
        case redo(of: Int)

        /// Creates the kind of a step that reverses the step with this number.
        package init(_ reversal: OverrideReversal, of number: Int) {
            switch reversal {
            case .undo: self = .undo(of: number)
            case .redo: self = .redo(of: number)
            }
        }

        /// Whether the step undoes or redoes; nil if it does neither.
        package var reversal: OverrideReversal? {
            switch self {
            case .edit: nil
            case .undo: .undo
            case .redo: .redo
            }
        }
    }

    /// The number of the step in the journal, from 1. Numbers are never used again.
    package let number: Int
    /// Whether the step is a new change, or undoes or redoes an earlier one.
    package let kind: Kind
    /// A description, for example `override paywall_type`. The step that undoes it has the same title.
    package let title: String
    /// Its author, and the program.
    package let origin: OverrideOrigin
    /// The time at which it was made.
    package let at: Date
    /// The override of each changed key before and after the step. Keys are called by the strings of their addresses.
    package let changes: [OverrideSetDifference.Change]

    /// Creates a step.
    package init(
        number: Int, kind: Kind, title: String, origin: OverrideOrigin, at: Date,
        changes: [OverrideSetDifference.Change]
    ) {
        self.number = number
        self.kind = kind
        self.title = title
        self.origin = origin
        self.at = at
        self.changes = changes
    }

    /// The number of the original change, which this step makes, undoes or redoes.
    package var subject: Int {
        switch kind {
        case .edit: number
        case .undo(let number), .redo(let number): number
        }
    }

    /// The addresses of the overrides that it changed, as strings.
    package var names: [String] { changes.map(\.name) }
}

/// Taking a change to overrides back, or making it again.
package enum OverrideReversal: String, Sendable {
    case undo
    case redo

    /// The verb for a completed change, before its title.
    package var done: String {
        switch self {
        case .undo: "undone"
        case .redo: "redone"
        }
    }

    /// The verb for a change that is about to be made, before the keys.
    package var verb: String {
        switch self {
        case .undo: "undoing a change of"
        case .redo: "redoing a change of"
        }
    }
}

extension OverrideSetDifference.Change {
    /// The address of the override, of a change whose name is one.
    package var address: OverrideAddress { OverrideAddress(text: name) }
}

/// The person who changes overrides, and the program.
package struct OverrideOrigin: Sendable, Hashable {
    /// The user's name.
    package var author: String?
    /// The program with its subcommand, for example `experiments override set`.
    package var program: String?

    /// Creates an origin.
    package init(author: String? = nil, program: String? = nil) {
        self.author = author
        self.program = program
    }
}
