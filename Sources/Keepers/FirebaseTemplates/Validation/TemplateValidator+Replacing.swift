import ExperimentsCore

extension TemplateValidator {
    /// What a template would take from experiments that run in the published one: a condition, or a value under it,
    /// that an experiment uses.
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
