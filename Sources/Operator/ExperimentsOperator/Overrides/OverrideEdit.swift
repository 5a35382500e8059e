import ExperimentsCore

/// A change of overrides that was asked for, and can be undone.
public struct OverrideEdit: Sendable, Hashable {
    /// What became of the edit in the history of edits.
    public enum Kind: Sendable, Hashable {
        /// A new edit.
        case edit
        /// Takes the last one back.
        case undo
        /// Does again what was taken back.
        case redo

        /// Which of the two it is, where it takes a change back or makes it again.
        package var reversal: OverrideReversal? {
            switch self {
            case .edit: nil
            case .undo: .undo
            case .redo: .redo
            }
        }
    }

    /// What it does, in words: `override paywall_type`.
    public var title: String
    /// The overrides to set, by key name; nil removes.
    public var entries: [String: Override?]
    /// Whether it is new, or takes one back.
    public var kind: Kind
    /// The step of the journal that it reverses, where there is a journal.
    public var step: Int?
    /// Whether it reverses the step even if keys were changed since without one.
    public var isForced = false
    /// What the step left, by key name.
    private var left: [String: Override?] = [:]

    /// An edit.
    public init(title: String, entries: [String: Override?], kind: Kind = .edit) {
        self.title = title
        self.entries = entries
        self.kind = kind
    }

    /// The keys, in alphabetical order, that were changed since the step that it reverses.
    package func namesChangedSince(in overrides: OverrideSet) -> [String] {
        left.filter { overrides[$0.key] != $0.value }.keys.sorted()
    }

    /// Makes the change.
    public func apply(to overrides: inout OverrideSet) {
        for (name, override) in entries { overrides[name] = override }
    }

    /// The edit that reverses a step of the journal.
    package init(reversing step: OverrideStep, kind: Kind) {
        title = step.title
        entries = Dictionary(step.changes.map { ($0.name, $0.before) }) { first, _ in first }
        self.kind = kind
        self.step = step.number
        left = Dictionary(step.changes.map { ($0.name, $0.after) }) { first, _ in first }
    }

    /// The edit that restores what was there before.
    package func inverse(_ update: OverrideUpdate, kind: Kind) -> OverrideEdit {
        OverrideEdit(
            title: title,
            entries: Dictionary(uniqueKeysWithValues: entries.keys.map { ($0, update.before[$0]) }), kind: kind)
    }
}
