import ExperimentsCore

/// Where an experiment without a feature would send a user.
public struct Redirect: Sendable {
    /// The experiment.
    public let experiment: Experiment
    /// What it came to.
    public let result: ExperimentResult
    /// The address of the variation; nil where it stays.
    public let target: String?
    /// The same with the parameters that it keeps; nil where nobody is sent anywhere.
    public let address: String?
}

extension FeatureEvaluator {
    /// What the experiments without a feature come to that the user is in, up to the first that redirects.
    public func redirects() -> [Redirect] {
        var redirects: [Redirect] = []
        for experiment in payload.experiments where !experiment.isManual {
            let result = run(experiment)
            guard result.isInExperiment else { continue }
            let target = result.value.object?["urlRedirect"]?.string
            let address = target.map {
                experiment.keepsQuery ? WebAddress.merging(queryOf: context.url, into: $0) : $0
            }
            let stays = address.map { URLTarget.isTargeted($0, experiment.urlTargets ?? []) } ?? true
            redirects.append(
                Redirect(experiment: experiment, result: result, target: target, address: stays ? nil : address))
            if experiment.isRedirect { break }
        }
        return redirects
    }
}
