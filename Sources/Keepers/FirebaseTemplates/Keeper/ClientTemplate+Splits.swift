import ExperimentsCore

extension ClientTemplate {
    /// Returns how percentages divide the installations that meet the other parts of conditions: the percentages of
    /// conditions and of roll-outs, and the variants of experiments, whose shares only Google knows.
    ///
    /// - Parameters:
    ///   - subjects: the parameters, roll-outs and experiments to look at.
    ///   - users: the number of installations to simulate.
    package func splits(of subjects: Set<String>, users: Int) -> [ExperimentSplit] {
        parameters.flatMap { parameter -> [ExperimentSplit] in
            let isWanted = subjects.contains(parameter.key)
            let experiments = parameter.conditional.compactMap { TemplateExperiment($0.value) }
                .filter { isWanted || subjects.contains($0.id) }
            if !experiments.isEmpty { return experiments.map { $0.split(of: parameter) } }
            let rollout = parameter.conditional.lazy.compactMap { $0.value.rollout?.id }.first
            guard isWanted || rollout.map(subjects.contains) == true else { return [] }
            return PercentSplit(parameter, conditions)?.split(named: rollout, users: users).map { [$0] } ?? []
        }
    }
}

extension TemplateRemoteConfigKeeper: SplitKeeper {
    package func splits(of subjects: Set<String>, users: Int) -> [ExperimentSplit] {
        evaluatedTemplate?.splits(of: subjects, users: users) ?? []
    }

    package var dividesAsPublished: Bool { draft == nil }
}

/// The variants of an experiment as a template names them.
private struct TemplateExperiment {
    let id: String
    private let variants: [(id: String, value: String?, isUnchanged: Bool)]

    init?(_ value: TemplateValue) {
        guard case .other(let object) = value, let experiment = object["experimentValue"]?.object,
            let id = experiment["experimentId"]?.string
        else { return nil }
        self.id = id
        variants = (experiment["variantValue"]?.array ?? []).compactMap(\.object).compactMap { variant in
            guard let id = variant["variantId"]?.string else { return nil }
            return (id, variant["value"]?.string, variant["noChange"] == .bool(true))
        }
    }

    func split(of parameter: ClientTemplate.Parameter) -> ExperimentSplit {
        var usual: String?
        if case .text(let text) = parameter.defaultValue { usual = text }
        return ExperimentSplit(
            experiment: id, key: parameter.key,
            arms: variants.map { .init(name: $0.id, value: $0.isUnchanged ? usual : $0.value) })
    }
}
