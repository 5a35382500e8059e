import ExperimentsCore

extension TemplateValidator {
    /// What a template would take from experiments that run in the published one: a condition, or a value under it,
    /// that an experiment uses.
    public func problems(
        of template: RemoteConfigTemplate, replacing published: RemoteConfigTemplate
    ) -> [TemplateProblem] {
        let names = Set(template.conditions.map(\.name))
        return published.parameters.flatMap { parameter in
            parameter.conditionalValues.compactMap { conditional -> TemplateProblem? in
                guard case .other(let json) = conditional.value, json["experimentValue"] != nil else { return nil }
                let path = parameter.path["conditionalValues"][conditional.condition]
                if !names.contains(conditional.condition) {
                    return TemplateProblem(
                        path: path, "is a value of an experiment, and its condition would be removed or renamed",
                        rule: .runningExperiment, advice: "stop the experiment first")
                }
                guard template.parameter(parameter.key)?.value(when: conditional.condition) != conditional.value else {
                    return nil
                }
                return TemplateProblem(
                    path: path, "is a value of an experiment, and would be changed or removed",
                    rule: .runningExperiment, advice: "stop the experiment first")
            }
        }
    }
}
