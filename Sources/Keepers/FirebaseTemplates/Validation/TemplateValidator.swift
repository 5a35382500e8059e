import ExperimentsCore

/// Checks a template by the rules of the service, before anything is sent.
public struct TemplateValidator: Sendable {
    /// How much the service takes.
    public var limits: TemplateLimits
    /// Whom the template is for.
    public var namespace: TemplateNamespace

    /// A validator.
    public init(limits: TemplateLimits = TemplateLimits(), namespace: TemplateNamespace = .client) {
        self.limits = limits
        self.namespace = namespace
    }

    /// Reads and checks the JSON text of a template.
    ///
    /// - Returns: the template as far as it could be read, and every problem with its place, in the text's order.
    public func read(_ bytes: [UInt8]) -> (template: RemoteConfigTemplate, problems: [TemplateProblem]) {
        let (template, problems) = TemplateReader.read(bytes)
        if problems.contains(where: { $0.path.steps.isEmpty }) { return (template, problems) }
        return (template, (problems + self.problems(of: template)).placed(in: bytes))
    }

    /// Every rule that a template breaks. What its reader refuses is not said again.
    public func problems(of template: RemoteConfigTemplate) -> [TemplateProblem] {
        var check = TemplateCheck(template: template, limits: limits, namespace: namespace)
        check.checkConditions()
        check.checkParameters()
        check.checkGroups()
        check.checkSize()
        return check.problems
    }
}
