import ExperimentsCore
import ExperimentsDigests

/// Unpublished edits of a template, together with the version that they are based on.
///
/// A draft is a value. It contains the whole base version, so that its changes can be shown, and can be applied to a
/// later version, even if the base is no longer available elsewhere.
public struct TemplateDraft: Sendable, Hashable {
    /// The version that the edits are based on, with its ETag.
    public let base: PublishedTemplate
    /// The namespace of the template, whose rules apply.
    public let namespace: TemplateNamespace
    /// The edits in steps, in the order in which they were made. The edits of a step were made together, and are undone
    /// together.
    public private(set) var steps: [[TemplateEdit]] = []
    /// The steps that were undone. The last one is the next to redo.
    public private(set) var undoneSteps: [[TemplateEdit]] = []
    /// The template with the edits.
    public private(set) var template: RemoteConfigTemplate
    /// The problems with the template. Those that the base also has are warnings.
    public private(set) var problems: [TemplateProblem]

    /// Creates a draft without edits.
    public init(base: PublishedTemplate, in namespace: TemplateNamespace = .client) {
        self.base = base
        self.namespace = namespace
        template = base.template
        problems = Self.problems(of: base.template, on: base, in: namespace, ending: [])
    }

    /// Creates a draft from existing edits.
    ///
    /// - Throws: `TemplateEditProblem` if one of them cannot be applied to the base.
    init(
        base: PublishedTemplate, in namespace: TemplateNamespace, steps: [[TemplateEdit]],
        undone: [[TemplateEdit]]
    ) throws(TemplateEditProblem) {
        self.init(base: base, in: namespace)
        try replay(steps)
        undoneSteps = undone
    }

    /// The edits, in the order in which they were made.
    public var edits: [TemplateEdit] { steps.flatMap(\.self) }

    /// The edits that were undone. The last ones are the next to redo.
    public var undone: [TemplateEdit] { undoneSteps.flatMap(\.self) }

    /// Whether it changes nothing.
    public var isEmpty: Bool { template == base.template }

    /// The experiments and rollouts that its edits may end.
    public var ending: Set<StudyReference> { Self.ending(edits) }

    private static func ending(_ edits: [TemplateEdit]) -> Set<StudyReference> {
        Set(edits.compactMap { if case .allowEnding(let study) = $0 { study } else { nil } })
    }

    /// Returns the experiments and rollouts that an edit would end, except those that the draft allows to end.
    public func studies(endedBy edit: TemplateEdit) -> [StudyReference] {
        guard let next = try? template.applying(edit) else { return [] }
        return TemplateValidator().studies(endedBy: next, replacing: base.template).filter {
            !ending.contains($0)
        }
    }

    /// The differences between the draft and the template that it is based on.
    public var difference: TemplateDifference { TemplateDifference(from: base.template, to: template) }

    /// The problems that prevent publishing it, by the rules that can be checked here.
    public var errors: [TemplateProblem] { problems.filter { $0.severity == .error } }

    /// Applies an edit. Edits that were undone can then no longer be redone.
    ///
    /// - Returns: whether the edit changed anything. An edit without a change is not a step.
    /// - Throws: `TemplateEditProblem` if it cannot be applied, or would break a rule that was not broken before.
    @discardableResult
    public mutating func make(_ edit: TemplateEdit) throws(TemplateEditProblem) -> Bool {
        try !make(together: [edit]).isEmpty
    }

    /// Applies edits as one step, all or none. Edits that were undone can then no longer be redone.
    ///
    /// - Returns: the edits that changed something. If there are none, there is no step.
    /// - Throws: `TemplateEditProblem` if one cannot be applied, or would break a rule that was not broken before.
    @discardableResult
    public mutating func make(together edits: [TemplateEdit]) throws(TemplateEditProblem) -> [TemplateEdit] {
        var draft = self
        var made: [TemplateEdit] = []
        for edit in edits where try draft.apply(edit, after: made) { made.append(edit) }
        guard !made.isEmpty else { return [] }
        draft.steps.append(made)
        draft.undoneSteps = []
        self = draft
        return made
    }

    /// Applies an edit to the template.
    ///
    /// - Parameter others: the edits before it that are not a step yet.
    private mutating func apply(
        _ edit: TemplateEdit, after others: [TemplateEdit]
    ) throws(TemplateEditProblem) -> Bool {
        let next = try template.applying(edit)
        let before = edits + others
        if case .allowEnding(let study) = edit {
            guard !Self.ending(before).contains(study) else { return false }
        } else if next == template {
            return false
        }
        let found = Self.problems(of: next, on: base, in: namespace, ending: Self.ending(before + [edit]))
        if let fault = Self.firstNew(in: found, after: problems) { throw TemplateEditProblem(fault) }
        template = next
        problems = found
        return true
    }

    /// Undoes the last step, and returns its edits; nil if there is none.
    @discardableResult
    public mutating func undo() -> [TemplateEdit]? {
        guard let last = steps.last, (try? replay(steps.dropLast())) != nil else { return nil }
        undoneSteps.append(last)
        return last
    }

    /// Redoes the step that was undone last, and returns its edits; nil if there is none.
    @discardableResult
    public mutating func redo() -> [TemplateEdit]? {
        guard let next = undoneSteps.last, (try? replay(steps + [next])) != nil else { return nil }
        undoneSteps.removeLast()
        return next
    }

    /// Returns the same draft with edits that can be redone, for example those that a rebase dropped.
    func keepingUndone(_ steps: [[TemplateEdit]]) -> TemplateDraft {
        var draft = self
        draft.undoneSteps = steps.reversed()
        return draft
    }

    private mutating func replay(_ steps: [[TemplateEdit]]) throws(TemplateEditProblem) {
        var template = base.template
        for edit in steps.joined() { template = try template.applying(edit) }
        self.steps = steps
        self.template = template
        problems = Self.problems(of: template, on: base, in: namespace, ending: ending)
    }

    private static func problems(
        of template: RemoteConfigTemplate, on base: PublishedTemplate, in namespace: TemplateNamespace,
        ending: Set<StudyReference>
    ) -> [TemplateProblem] {
        let validator = TemplateValidator(namespace: namespace)
        return validator.problems(of: template, since: base.template)
            + validator.problems(of: template, replacing: base.template, ending: ending)
    }

    /// Returns the first error that occurs more often than before.
    private static func firstNew(in found: [TemplateProblem], after known: [TemplateProblem])
        -> TemplateProblem?
    {
        found.excusing(known).first { $0.severity == .error }
    }
}

extension TemplateDraft {
    /// The version of the format of stored drafts.
    static let formatVersion = 1

    /// The draft in its stored form: `{"version": 1, "base": {"etag", "template"}, "edits": […], "undone": […]}`.
    package var json: JSONObject {
        var base = JSONObject()
        base["etag"] = self.base.etag.map(JSONValue.string)
        base["template"] = .object(self.base.template.json)
        var members = JSONObject()
        members["version"] = .number(String(Self.formatVersion))
        if namespace != .client { members["namespace"] = .string(namespace.rawValue) }
        members["base"] = .object(base)
        members["edits"] = Self.json(steps)
        if !undoneSteps.isEmpty { members["undone"] = Self.json(undoneSteps) }
        return members
    }

    /// A text that identifies what publishing the draft would change. Edits that were undone have no part in it.
    package var digest: String {
        var members = json
        members["undone"] = nil
        var sum = SHA256Sum()
        sum.add(JSONValue.object(members).compactBytes)
        return Hexadecimal.text(sum.bytes)
    }

    /// Marks an edit that belongs to the same step as the one before.
    private static let togetherMember = "together"

    private static func json(_ steps: [[TemplateEdit]]) -> JSONValue {
        .array(
            steps.flatMap { step in
                step.enumerated().map { index, edit in
                    guard index > 0, var members = edit.json.object else { return edit.json }
                    members[togetherMember] = true
                    return .object(members)
                }
            })
    }

    /// Reads a stored draft.
    ///
    /// - Throws: `TemplateProblem` with the path of the mistake, and its place in the text.
    package init(parsing bytes: [UInt8]) throws(TemplateProblem) {
        let json = try JSONValue(parsing: bytes) { error in
            TemplateProblem(
                path: DocumentPath(), "is not JSON: \(error.message)", line: error.line, column: error.column)
        }
        do throws(TemplateProblem) {
            try self.init(json)
        } catch {
            throw error.placed(in: JSONPlaces(bytes))
        }
    }

    private init(_ json: JSONValue) throws(TemplateProblem) {
        let root = DocumentPath()
        guard let object = json.object else {
            throw TemplateProblem(
                path: root, DocumentWords.expected("an object", found: json.found), kind: .statement)
        }
        guard object["version"]?.int == Self.formatVersion else {
            throw TemplateProblem(
                path: root["version"],
                DocumentWords.expected(
                    String(Self.formatVersion), found: object["version"]?.found ?? "nothing"),
                kind: .statement,
                advice: "use the version of the program that wrote it")
        }
        guard let base = object["base"]?.object, let template = base["template"] else {
            throw TemplateProblem(path: root["base"]["template"], "is missing")
        }
        let published = PublishedTemplate(
            template: try RemoteConfigTemplate(template), etag: base["etag"]?.string)
        let edits = try Self.edits(object["edits"], root["edits"])
        let undone = try Self.edits(object["undone"], root["undone"])
        do throws(TemplateEditProblem) {
            let namespace = object["namespace"]?.string.flatMap(TemplateNamespace.init) ?? .client
            try self.init(base: published, in: namespace, steps: edits, undone: undone)
        } catch {
            throw TemplateProblem(path: root["edits"], "cannot be made on the base: \(error.message)")
        }
    }

    private static func edits(_ json: JSONValue?, _ path: DocumentPath) throws(TemplateProblem)
        -> [[TemplateEdit]]
    {
        guard let json else { return [] }
        guard let elements = json.array else {
            throw TemplateProblem(
                path: path, DocumentWords.expected("an array", found: json.found), kind: .statement)
        }
        var steps: [[TemplateEdit]] = []
        for (index, element) in elements.enumerated() {
            do throws(DocumentFault) {
                let edit = try TemplateEdit(element, at: path[index])
                if element.object?[togetherMember] == true, !steps.isEmpty {
                    steps[steps.count - 1].append(edit)
                } else {
                    steps.append([edit])
                }
            } catch {
                throw TemplateProblem(error)
            }
        }
        return steps
    }
}
