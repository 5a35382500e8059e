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
    /// - Parameter ignored: the rules whose errors are left out.
    /// - Throws: `TemplateProblems` if it cannot be read, or if `isChecked` is true and it breaks a rule of the
    ///   service.
    func template(
        for namespace: TemplateNamespace = .client, isChecked: Bool = false, ignoring ignored: Set<TemplateRule> = []
    ) throws(TemplateProblems) -> (template: RemoteConfigTemplate, warnings: [TemplateProblem]) {
        let (template, all) = TemplateValidator(namespace: namespace).read(bytes)
        let problems = all.filter { problem in problem.rule.map { !ignored.contains($0) } ?? true }
        let errors = problems.filter { $0.severity == .error && (isChecked || $0.rule == .shape || $0.rule == nil) }
        guard errors.isEmpty else { throw TemplateProblems(errors, in: path) }
        return (template, problems.filter { $0.severity == .warning }.map { $0.found(in: path) })
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
