import ExperimentsCore

/// The origin of the value of a feature.
public enum FeatureSource: String, Sendable, Hashable {
    /// The payload has no such feature, so the value is null.
    case unknownFeature
    /// No rule applied, so the value is the feature's default.
    case defaultValue
    /// A rule gave its value, to all users or to a share of them.
    case force
    /// An experiment assigned a variation, whose value is used.
    case experiment
    /// The context forces the value.
    case override
    /// A feature that this one requires does not have the required value, so the value is null.
    case prerequisite
    /// Features require each other in a circle, so the value is null.
    case cyclicPrerequisite
}

/// The result of an evaluation without strings. It is small, so that a million of them need little memory.
struct Decision {
    /// The origin of a value.
    var source: FeatureSource
    /// The place of the rule that decided; -1 for none.
    var rule = -1
    /// The result of the experiment, if one decided.
    var outcome: Outcome?

    init(_ source: FeatureSource, rule: Int = -1, outcome: Outcome? = nil) {
        self.source = source
        self.rule = rule
        self.outcome = outcome
    }

    /// The result of an experiment.
    struct Outcome {
        /// The place of the variation; 0 for those who are not in.
        var variation: Int
        var isIn: Bool
        var isHashUsed: Bool
        /// The bucket of those who are in by it.
        var bucket: Double?
        var isSticky: Bool
        /// The index of the attribute that was used.
        var attribute: Int
        /// The place of the context of a bandit; -1 for none.
        var leaf = -1
    }
}

/// The result of an experiment without a feature that may redirect the user to another address.
public struct Redirect: Sendable {
    /// The experiment that decides whether the user is redirected.
    public let experiment: Experiment
    /// The result of the experiment for the user.
    public let result: ExperimentResult
    /// The address of the variation; nil if there is no redirect.
    public let target: String?
    /// The address to which the user is redirected, with the preserved query parameters; nil if the user is not
    /// redirected.
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
                Redirect(
                    experiment: experiment, result: result, target: target, address: stays ? nil : address))
            if experiment.isRedirect { break }
        }
        return redirects
    }
}
