import ExperimentsCore

/// A change of overrides that was asked for, and can be undone.
public struct OverrideEdit: Sendable, Hashable {
    /// Whether an edit is new, or undoes or redoes an earlier one.
    public enum Kind: Sendable, Hashable {
        /// A change that neither undoes nor redoes another one.
        case edit
        /// Undoes the last change.
        case undo
        /// Redoes the change that was undone last.
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

    /// The title of the edit, in words: `override paywall_type`.
    public var title: String
    /// The overrides to set, by key name; nil removes.
    public var entries: [String: Override?]
    /// The scope of the overrides.
    package private(set) var scope = OverrideScope.everyone
    /// The owner of the overrides that it changes.
    package private(set) var owner = OverrideOwner.mine
    /// Whether the edit is new, or undoes or redoes an earlier one.
    public var kind: Kind
    /// The step of the journal that it reverses, if there is a journal.
    public var step: Int?
    /// Whether it reverses the step even if keys were changed since without one.
    public var isForced = false
    /// The overrides after the edit, by key name.
    private var left: [String: Override?] = [:]

    /// Creates an edit.
    public init(title: String, entries: [String: Override?], kind: Kind = .edit) {
        self.title = title
        self.entries = entries
        self.kind = kind
    }

    /// The same edit of the overrides of a scope.
    package func scoped(to scope: OverrideScope) -> OverrideEdit {
        var edit = self
        edit.scope = scope
        edit.title = title + scope.titleEnding
        return edit
    }

    /// The same edit of the overrides that an aim names.
    package func aimed(at aim: OverrideAim) -> OverrideEdit {
        var edit = scoped(to: aim.scope)
        edit.owner = aim.owner
        return edit
    }

    /// Returns the same edit of another owner's overrides.
    package func owned(by owner: OverrideOwner) -> OverrideEdit {
        var edit = self
        edit.owner = owner
        return edit
    }

    /// The keys, in alphabetical order, that were changed since the step that it reverses.
    package func namesChangedSince(in overrides: OverrideSet) -> [String] {
        let overrides = overrides.part(of: scope)
        return left.filter { overrides[$0.key] != $0.value }.keys.sorted()
    }

    /// Makes the change. Overrides for apps that cannot be read are left as they are.
    public func apply(to overrides: inout OverrideSet) {
        if scope == .everyone { return change(&overrides) }
        try? applyScoped(to: &overrides)
    }

    /// Makes the change.
    ///
    /// - Throws: `ScopedOverridesProblem` where it is one of overrides for apps, and these cannot be read.
    package func applyScoped(to overrides: inout OverrideSet) throws(ScopedOverridesProblem) {
        if scope == .everyone { return change(&overrides) }
        var scoped = try ScopedOverrides(overrides)
        change(&scoped[scope])
        overrides = scoped.set
    }

    private func change(_ overrides: inout OverrideSet) {
        for (name, override) in entries { overrides[name] = override }
    }

    /// The edit that reverses a step of the journal.
    package init(reversing step: OverrideStep, kind: Kind) {
        title = step.title
        // Every edit is of one scope.
        let addresses = step.changes.map { OverrideAddress(text: $0.name).name }
        scope = step.changes.first.map { OverrideAddress(text: $0.name).scope } ?? .everyone
        entries = Dictionary(zip(addresses, step.changes.map(\.before))) { first, _ in first }
        self.kind = kind
        self.step = step.number
        left = Dictionary(zip(addresses, step.changes.map(\.after))) { first, _ in first }
    }

    /// The edit that restores what was there before.
    package func inverse(_ update: OverrideUpdate, kind: Kind) -> OverrideEdit {
        let before = update.before.part(of: scope)
        var edit = OverrideEdit(
            title: title, entries: Dictionary(uniqueKeysWithValues: entries.keys.map { ($0, before[$0]) }), kind: kind)
        edit.scope = scope
        return edit
    }
}

extension OverrideSet {
    /// The overrides of a scope; none where those for apps cannot be read.
    fileprivate func part(of scope: OverrideScope) -> OverrideSet {
        scope == .everyone ? self : (try? ScopedOverrides(self))?[scope] ?? .empty
    }
}
