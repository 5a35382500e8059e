import ExperimentsCore

/// A step of an evaluation: the check and its result.
public struct EvaluationStep: Sendable {
    /// The result of a step.
    public enum Verdict: String, Sendable, Hashable {
        /// The step supplied the value.
        case chosen
        /// The condition is true, or the user is included.
        case passed
        /// The condition is false.
        case failed
        /// The step ended the evaluation without a value.
        case stopped
        /// The step was not checked, because an earlier step decided.
        case notAsked = "not-asked"
        /// The step is a remark and decides nothing.
        case note
    }

    /// The subject of a step. `EvaluationStep.text` has the words for each case.
    public enum Fact: Sendable {
        /// A rule of the feature, with its position from 0 and its id, which is empty if it has none.
        case rule(index: Int, id: String)
        /// The required feature with this key. If it is a gate and does not have the required value, no later rule is
        /// checked.
        case prerequisite(String, isGate: Bool)
        /// The keys of features that require each other in a circle.
        case cycle([String])
        /// A condition, in words.
        case condition(String)
        /// The context forces the value of the feature.
        case forcedByHand
        /// No rule applied, so the feature has its default, which is this value.
        case usesDefault(JSONValue)
        /// The rule only checks prerequisites, and supplies no value.
        case onlyGate
        /// The contextual bandit of this id, and the id of the context whose weights it uses.
        case bandit(String, leaf: JSONValue)
        /// The experiment assigned the variation of this key, and the rules after it decide the value.
        case passesThrough(String)
        /// The user has no value for the attribute of this name, which is hashed to assign users.
        case noIdentity(String)
        /// The payload requires an unknown version of the hash function.
        case unknownHashVersion
        /// Filters or prerequisites cannot be read.
        case unreadable
        /// A filter: its seed, the user's bucket from 0 up to 1, and the ranges that it admits.
        case filter(seed: String, bucket: Double, [BucketRange])
        /// A namespace: its name, the user's bucket from 0 up to 1, and the range that it admits.
        case namespace(String, bucket: Double, BucketRange)
        /// The rule covers 0% of the users.
        case coversNobody
        /// A rollout: the range of buckets that get the value, the seed, and the user's bucket from 0 up to 1.
        case rollout(BucketRange, seed: String, bucket: Double)
        /// The experiment has fewer than two variations.
        case tooFewVariations
        /// The context disables all experiments.
        case disabled
        /// The experiment does not target the URL of the context.
        case urlNotTargeted(String)
        /// A query item of the URL forces the variation of this key.
        case forcedByURL(String)
        /// The context forces the variation at this position.
        case forcedByContext(Int)
        /// The experiment gives the variation at this position to all its users.
        case forcedByExperiment(Int)
        /// The experiment is a draft, or not active.
        case draft
        /// The experiment is stopped.
        case stopped
        /// The context is in QA mode, in which users get only forced variations.
        case qualityAssurance
        /// The choice of a variation: the user's bucket from 0 up to 1, the seed, the ranges and keys of the
        /// variations, and the position of the chosen one, which is negative if the user's bucket is in no range.
        case buckets(bucket: Double, seed: String, [BucketRange], keys: [String], chosen: Int)
        /// An assignment is stored under this name, so the user keeps the variation with this key.
        case stickyFound(String, variation: String)
        /// An assignment is stored under this name, which belongs to a version that excludes its users.
        case stickyBlocked(String)
        /// The variation of this key is stored, but the payload no longer has it.
        case stickyGone(String)
        /// The assignment is new, and should be stored under this name.
        case stickyKept(String)
    }

    /// The rule, condition or assignment that was checked.
    public internal(set) var fact: Fact
    /// The result of the step.
    public internal(set) var verdict: Verdict
    /// The steps within this one.
    public internal(set) var parts: [EvaluationStep] = []

    init(_ fact: Fact, _ verdict: Verdict, parts: [EvaluationStep] = []) {
        (self.fact, self.verdict, self.parts) = (fact, verdict, parts)
    }
}

/// Gathers the steps of an evaluation.
final class EvaluationTrace {
    private(set) var steps: [EvaluationStep] = []
    private var open: [EvaluationStep] = []

    /// Begins a step that contains those noted until it is closed.
    func open(_ fact: EvaluationStep.Fact) {
        open.append(EvaluationStep(fact, .note))
    }

    func close(_ verdict: EvaluationStep.Verdict, as fact: EvaluationStep.Fact? = nil) {
        guard var step = open.popLast() else { return }
        step.verdict = verdict
        if let fact { step.fact = fact }
        add(step)
    }

    func note(_ fact: EvaluationStep.Fact, _ verdict: EvaluationStep.Verdict = .note) {
        add(EvaluationStep(fact, verdict))
    }

    /// Notes each clause of a condition.
    ///
    /// - Parameter evaluation: the evaluation of the clauses.
    func note(_ condition: Condition, of subject: AttributeValue, by evaluation: ConditionEvaluation) {
        var explanation = ConditionExplanation(evaluation, subject)
        for step in explanation.steps(of: condition) { add(step) }
    }

    private func add(_ step: EvaluationStep) {
        if open.isEmpty { steps.append(step) } else { open[open.count - 1].parts.append(step) }
    }
}
