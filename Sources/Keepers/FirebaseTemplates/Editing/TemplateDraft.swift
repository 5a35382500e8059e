import ExperimentsCore

/// Unpublished edits of a template, together with the version on which they were made.
///
/// A draft is a value. It contains the whole base version, so that its changes can be shown, and can be applied to a
/// later version, even if the base is no longer available elsewhere.
public struct TemplateDraft: Sendable, Hashable {
    /// The version on which the edits were made, with its ETag.
    public let base: PublishedTemplate
    /// The edits, in the order in which they were made.
    public private(set) var edits: [TemplateEdit] = []
    /// The edits that were undone. The last one is the next to redo.
    public private(set) var undone: [TemplateEdit] = []
    /// The template with the edits.
    public private(set) var template: RemoteConfigTemplate
    /// The problems with the template. Those that the base has, too, are warnings.
    public private(set) var problems: [TemplateProblem]

    /// Creates a draft without edits.
    public init(base: PublishedTemplate) {
        self.base = base
        template = base.template
        problems = Self.problems(of: base.template, on: base)
    }

    /// A draft of edits that were made before.
    ///
    /// - Throws: `TemplateEditProblem` where one of them cannot be made on the base.
    init(base: PublishedTemplate, edits: [TemplateEdit], undone: [TemplateEdit]) throws(TemplateEditProblem) {
        self.init(base: base)
        try replay(edits)
        self.undone = undone
    }

    /// Whether it changes nothing.
    public var isEmpty: Bool { template == base.template }

    /// The differences between the template from which the draft was made and the draft.
    public var difference: TemplateDifference { TemplateDifference(from: base.template, to: template) }

    /// The problems that prevent publishing it, by the rules that can be checked here.
    public var errors: [TemplateProblem] { problems.filter { $0.severity == .error } }

    /// Applies an edit. Edits that were undone can then no longer be redone.
    ///
    /// - Returns: whether the edit changed anything. One that did not is not a step.
    /// - Throws: `TemplateEditProblem` if it cannot be applied, or would break a rule that was not broken before.
    @discardableResult
    public mutating func make(_ edit: TemplateEdit) throws(TemplateEditProblem) -> Bool {
        let next = try template.applying(edit)
        guard next != template else { return false }
        let found = Self.problems(of: next, on: base)
        if let fault = Self.firstNew(in: found, after: problems) { throw TemplateEditProblem(fault) }
        (template, problems, undone) = (next, found, [])
        edits.append(edit)
        return true
    }

    /// Undoes the last edit, and returns it; nil if there is none.
    @discardableResult
    public mutating func undo() -> TemplateEdit? {
        guard let last = edits.last, (try? replay(edits.dropLast())) != nil else { return nil }
        undone.append(last)
        return last
    }

    /// Redoes the edit that was undone last, and returns it; nil if there is none.
    @discardableResult
    public mutating func redo() -> TemplateEdit? {
        guard let next = undone.last, (try? replay(edits + [next])) != nil else { return nil }
        undone.removeLast()
        return next
    }

    private mutating func replay(_ edits: [TemplateEdit]) throws(TemplateEditProblem) {
        var template = base.template
        for edit in edits { template = try template.applying(edit) }
        (self.edits, self.template) = (edits, template)
        problems = Self.problems(of: template, on: base)
    }

    private static func problems(of template: RemoteConfigTemplate, on base: PublishedTemplate) -> [TemplateProblem] {
        let validator = TemplateValidator()
        return validator.problems(of: template, since: base.template)
            + validator.problems(of: template, replacing: base.template)
    }

    /// The first error that there are more of than before.
    private static func firstNew(in found: [TemplateProblem], after known: [TemplateProblem]) -> TemplateProblem? {
        found.excusing(known).first { $0.severity == .error }
    }
}
