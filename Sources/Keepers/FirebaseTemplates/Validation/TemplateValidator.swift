import ExperimentsCore

/// Checks a template by the rules of the service, before anything is sent.
public struct TemplateValidator: Sendable {
    /// The limits of the service.
    public var limits: TemplateLimits
    /// The namespace of the template.
    public var namespace: TemplateNamespace

    /// Creates a validator.
    public init(limits: TemplateLimits = TemplateLimits(), namespace: TemplateNamespace = .client) {
        self.limits = limits
        self.namespace = namespace
    }

    /// Reads and checks the JSON text of a template.
    ///
    /// - Returns: the template as far as it could be read, and every problem with its place, in the order of the
    ///   text.
    public func read(_ bytes: [UInt8]) -> (template: RemoteConfigTemplate, problems: [TemplateProblem]) {
        let (template, problems) = TemplateReader.read(bytes)
        if problems.contains(where: { $0.path.steps.isEmpty }) { return (template, problems) }
        return (template, (problems + self.problems(of: template)).placed(in: bytes))
    }

    /// Returns every rule that a template breaks, except what reading it has already refused.
    public func problems(of template: RemoteConfigTemplate) -> [TemplateProblem] {
        var check = TemplateCheck(template: template, limits: limits, namespace: namespace)
        check.checkConditions()
        check.checkParameters()
        check.checkGroups()
        check.checkSize()
        return check.problems
    }
}

/// The namespace of a template.
public enum TemplateNamespace: String, Sendable, Hashable, CaseIterable {
    /// For apps. The service decides for each installation.
    case client = "firebase"
    /// For servers, which decide themselves.
    case server = "firebase-server"
}

extension TemplateValidator {
    /// Returns the parts of running experiments in the published template that a template would remove: a condition, or
    /// a value for it.
    public func problems(
        of template: RemoteConfigTemplate, replacing published: RemoteConfigTemplate
    ) -> [TemplateProblem] {
        let names = Set(template.conditions.map(\.name))
        let kept = Dictionary(template.parameters.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
        return published.parameters.flatMap { parameter in
            let values = Dictionary(
                (kept[parameter.key]?.conditionalValues ?? []).map { ($0.condition, $0.value) },
                uniquingKeysWith: { first, _ in first })
            return parameter.conditionalValues.compactMap { conditional -> TemplateProblem? in
                guard case .other(let json) = conditional.value, json["experimentValue"] != nil else { return nil }
                let path = parameter.path["conditionalValues"][conditional.condition]
                if !names.contains(conditional.condition) {
                    return TemplateProblem(
                        path: path, "is a value of an experiment, and its condition would be removed or renamed",
                        rule: .runningExperiment, advice: "stop the experiment first")
                }
                guard values[conditional.condition] != conditional.value else { return nil }
                return TemplateProblem(
                    path: path, "is a value of an experiment, and would be changed or removed",
                    rule: .runningExperiment, advice: "stop the experiment first")
            }
        }
    }
}
