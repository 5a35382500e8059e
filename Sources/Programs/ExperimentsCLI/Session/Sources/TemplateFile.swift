import ExperimentsCore
import ExperimentsOperator
import FirebaseTemplates

/// The file of a template.
struct TemplateFile {
    /// The largest file that is read, in bytes.
    static let largest = 50_000_000

    /// The path, as messages write it.
    let path: String
    /// The content of the file.
    let bytes: [UInt8]

    /// Reads a file.
    ///
    /// - Throws: `FileProblem`.
    init(_ path: String) throws(FileProblem) {
        self.path = path
        bytes = try FileBytes.read(path, limit: Self.largest)
    }

    /// Returns the template, and the problems with which it can still be read.
    ///
    /// - Throws: `TemplateProblems` if it cannot be read, or if `isChecked` is true and it breaks a rule of the
    ///   service.
    func template(
        for namespace: TemplateNamespace = .client, isChecked: Bool = false
    ) throws(TemplateProblems) -> (template: RemoteConfigTemplate, warnings: [TemplateProblem]) {
        let (template, problems) = TemplateValidator(namespace: namespace).read(bytes)
        let errors = problems.filter { $0.severity == .error && (isChecked || $0.rule == .shape || $0.rule == nil) }
        return (template, try Self.warnings(errors, problems, in: path))
    }

    /// Returns the problems with which the template can be published in place of another. What is wrong with that, too,
    /// is one of them. Members that the API does not have are left out; see `check(_:replacing:mayEndExperiments:)`.
    ///
    /// - Throws: `TemplateProblems` if it breaks another rule of the service.
    func warnings(
        for namespace: TemplateNamespace, since published: RemoteConfigTemplate
    ) throws(TemplateProblems) -> [TemplateProblem] {
        let validator = TemplateValidator(namespace: namespace)
        let problems = validator.read(bytes).problems.filter { $0.rule != .unknownMember }
            .excusing(validator.problems(of: published))
        return try Self.warnings(problems.filter { $0.severity == .error }, problems, in: path)
    }

    private static func warnings(
        _ errors: [TemplateProblem], _ problems: [TemplateProblem], in path: String
    ) throws(TemplateProblems) -> [TemplateProblem] {
        guard errors.isEmpty else { throw TemplateProblems(errors, in: path) }
        return problems.filter { $0.severity == .warning }.map { $0.found(in: path) }
    }
}

/// The numbers of a template's parts, in words.
struct TemplateCounts: CustomStringConvertible {
    let description: String

    init(_ template: RemoteConfigTemplate) {
        description =
            CountText.count(template.parameters.count, "parameter") + ", "
            + CountText.count(template.conditions.count, "condition")
            + ", " + CountText.count(template.groups.count, "group")
    }
}
