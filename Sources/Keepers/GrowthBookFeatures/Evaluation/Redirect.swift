import ExperimentsCore

/// The result of an experiment without a feature that may redirect the user to another address.
public struct Redirect: Sendable {
    /// The experiment that decides whether the user is redirected.
    public let experiment: Experiment
    /// The result of the experiment for the user.
    public let result: ExperimentResult
    /// The address of the variation; nil if the variation does not redirect.
    public let target: String?
    /// The address to which the user is sent, with the query parameters that are kept; nil if the user is not sent
    /// anywhere.
    public let address: String?
}

extension FeatureEvaluator {
    /// Returns the results of the experiments without a feature that the user is in, up to the first one that
    /// redirects.
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
