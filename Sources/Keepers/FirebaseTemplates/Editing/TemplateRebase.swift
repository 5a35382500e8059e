import ExperimentsCore

/// A draft after it was applied to another version, with the edits that still apply and those that do not.
public struct TemplateRebase: Sendable, Hashable {
    /// An edit that does not apply.
    public struct Conflict: Sendable, Hashable {
        /// The edit of the draft.
        public let edit: TemplateEdit
        /// The reason why it does not apply.
        public let reason: String
        /// The value when the draft was made; nil if there was none.
        public let base: String?
        /// The value after the edit; nil if the edit removes it.
        public let mine: String?
        /// The value now; nil if there is none.
        public let theirs: String?
    }

    /// The draft on the other version, with the edits that apply. Those that do not apply can be redone.
    public let draft: TemplateDraft
    /// The edits that do not apply.
    public let conflicts: [Conflict]
    /// The edits that have no effect, because the other version already has their result.
    public let fulfilled: [TemplateEdit]
    /// The changes by others since the draft's base.
    public let others: TemplateDifference
}

extension TemplateDraft {
    /// Applies the draft to another version of the template, for example one that another person has published.
    ///
    /// An edit applies if the value that it changes is still the same as when the draft was made, and if it can be
    /// applied without breaking a rule. If others changed the same value, their change is kept, and both are reported.
    public func rebased(on other: PublishedTemplate) -> TemplateRebase {
        var rebasing = Rebasing(self, on: other)
        for step in steps { rebasing.take(step) }
        return TemplateRebase(
            draft: rebasing.draft.keepingUndone(rebasing.dropped), conflicts: rebasing.conflicts,
            fulfilled: rebasing.fulfilled, others: TemplateDifference(from: base.template, to: other.template)
        )
    }
}

/// A draft that is being applied to another version, step by step.
private struct Rebasing {
    private let old: TemplateDraft
    private let other: PublishedTemplate
    private var names = OriginalNames()
    private(set) var draft: TemplateDraft
    private(set) var conflicts: [TemplateRebase.Conflict] = []
    private(set) var fulfilled: [TemplateEdit] = []
    /// The edits that do not apply, in steps.
    private(set) var dropped: [[TemplateEdit]] = []

    init(_ old: TemplateDraft, on other: PublishedTemplate) {
        self.old = old
        self.other = other
        draft = TemplateDraft(base: other, in: old.namespace)
    }

    mutating func take(_ step: [TemplateEdit]) {
        var kept: [TemplateEdit] = []
        var lost: [TemplateEdit] = []
        for edit in step {
            switch fate(of: edit, after: kept) {
            case nil: kept.append(edit)
            case .fulfilled?: fulfilled.append(edit)
            case .conflict(let conflict)?:
                conflicts.append(conflict)
                lost.append(edit)
            }
        }
        // A permission alone changes nothing.
        if kept.allSatisfy(\.isPermission), !lost.isEmpty {
            lost = kept + lost
            kept = []
        }
        // Each was tried before.
        _ = try? draft.make(together: kept)
        if !lost.allSatisfy(\.isPermission) { dropped.append(lost) }
    }

    private enum Fate {
        case fulfilled
        case conflict(TemplateRebase.Conflict)
    }

    /// Returns what becomes of an edit; nil if it applies.
    private mutating func fate(of edit: TemplateEdit, after kept: [TemplateEdit]) -> Fate? {
        let before = names.original(of: edit)
        let was = before.subject(in: old.base.template, beside: other.template)
        let theirs = before.subject(in: other.template, beside: old.base.template)
        let mine = edit.subject(in: old.template, beside: old.template)
        names.note(edit)
        func conflict(_ reason: String) -> Fate {
            .conflict(
                .init(edit: edit, reason: reason, base: was?.words, mine: mine?.words, theirs: theirs?.words))
        }
        guard was == theirs else {
            return theirs == mine ? .fulfilled : conflict("someone else changed the same")
        }
        do throws(TemplateEditProblem) {
            var trial = draft
            return try trial.make(together: kept + [edit]).contains(edit) ? nil : .fulfilled
        } catch {
            return conflict(error.message)
        }
    }
}

extension TemplateEdit {
    /// Whether it only allows other edits to end something.
    fileprivate var isPermission: Bool { if case .allowEnding = self { true } else { false } }
}

/// The names of parameters and conditions before the edits of a draft renamed them.
private struct OriginalNames {
    private var keys: [String: String] = [:]
    private var conditions: [String: String] = [:]

    mutating func note(_ edit: TemplateEdit) {
        switch edit {
        case .renameParameter(let key, let new): keys[new] = keys.removeValue(forKey: key) ?? key
        case .renameCondition(let name, let new):
            conditions[new] = conditions.removeValue(forKey: name) ?? name
        default: break
        }
    }

    func original(of edit: TemplateEdit) -> TemplateEdit {
        func key(_ key: String) -> String { keys[key] ?? key }
        func name(_ name: String) -> String { conditions[name] ?? name }
        return switch edit {
        case .setValue(let k, let c, let value): .setValue(key: key(k), condition: c.map(name), value)
        case .removeValue(let k, let c): .removeValue(key: key(k), condition: c.map(name))
        case .removeParameter(let k): .removeParameter(key: key(k))
        case .renameParameter(let k, let new): .renameParameter(key: key(k), to: new)
        case .setType(let k, let type): .setType(key: key(k), type)
        case .describeParameter(let k, let text): .describeParameter(key: key(k), text)
        case .moveParameter(let k, let group): .moveParameter(key: key(k), group: group)
        case .setExpression(let c, let text): .setExpression(condition: name(c), text)
        case .setPercent(let c, let percent): .setPercent(condition: name(c), percent)
        case .setColor(let c, let color): .setColor(condition: name(c), color)
        case .renameCondition(let c, let new): .renameCondition(name: name(c), to: new)
        case .moveCondition(let c, let index): .moveCondition(name: name(c), index: index)
        case .removeCondition(let c): .removeCondition(name: name(c))
        case .addParameter, .addCondition, .addGroup, .describeGroup, .removeGroup, .setRollout, .allowEnding:
            edit
        }
    }
}

extension JSONValue {
    /// A value of a template, or a string, as conflicts show it.
    fileprivate var words: String {
        if let text = string { return text }
        if let object, let text = object["value"]?.string, object.members.count == 1 {
            return Quotation.of(text)
        }
        return compactText
    }
}
