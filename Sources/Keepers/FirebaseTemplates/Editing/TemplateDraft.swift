import ExperimentsCore

/// Edits of a template that are not published yet, on the version that they were made on.
///
/// A draft is a value. It keeps its base whole, so that what it changes can be told, and taken over to a later version,
/// also when nobody else has the base any more.
public struct TemplateDraft: Sendable, Hashable {
    /// The version that the edits were made on, with its tag.
    public let base: PublishedTemplate
    /// The edits, in the order made.
    public private(set) var edits: [TemplateEdit] = []
    /// The edits that were taken back, to be made again from the last on.
    public private(set) var undone: [TemplateEdit] = []
    /// The template as it would be.
    public private(set) var template: RemoteConfigTemplate
    /// What is wrong with it; the base may have had faults before.
    public private(set) var problems: [TemplateProblem]

    /// A draft without edits.
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

    /// What it changes.
    public var difference: TemplateDifference { TemplateDifference(from: base.template, to: template) }

    /// What keeps it from being published, by the rules that can be checked here.
    public var errors: [TemplateProblem] { problems.filter { $0.severity == .error } }

    /// Makes an edit. What was taken back before cannot be made again then.
    ///
    /// - Returns: whether it changed anything. One that did not is no step of its own.
    /// - Throws: `TemplateEditProblem` where it cannot be made, or would break a rule that was kept before.
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

    /// Takes the last edit back, and answers it; nil where there is none.
    @discardableResult
    public mutating func undo() -> TemplateEdit? {
        guard let last = edits.last, (try? replay(edits.dropLast())) != nil else { return nil }
        undone.append(last)
        return last
    }

    /// Makes the edit again that was taken back last, and answers it; nil where there is none.
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
        return validator.problems(of: template) + validator.problems(of: template, replacing: base.template)
    }

    /// The first error that there are more of than before. Places are no help: they move with the conditions.
    private static func firstNew(in found: [TemplateProblem], after known: [TemplateProblem]) -> TemplateProblem? {
        var counts: [String: Int] = [:]
        for problem in known { counts["\(problem.rule?.rawValue ?? "") \(problem.message)", default: 0] += 1 }
        return found.first { problem in
            guard problem.severity == .error else { return false }
            let kind = "\(problem.rule?.rawValue ?? "") \(problem.message)"
            counts[kind, default: 0] -= 1
            return counts[kind, default: 0] < 0
        }
    }
}
