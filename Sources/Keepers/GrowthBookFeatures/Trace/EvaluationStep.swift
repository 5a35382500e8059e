import ExperimentsCore

/// A step of an evaluation: what was checked, and with which result.
public struct EvaluationStep: Sendable {
    /// The result of a step.
    public enum Verdict: String, Sendable, Hashable {
        /// It supplied the value.
        case chosen
        /// It holds.
        case passed
        /// It does not hold.
        case failed
        /// It ended the evaluation without a value.
        case stopped
        /// It was not checked, because an earlier step decided.
        case notAsked = "not-asked"
        /// A remark.
        case note
    }

    /// What a step checked. `EvaluationStep.text` has the words for each case.
    public enum Fact: Sendable {
        case rule(index: Int, id: String)
        case prerequisite(String, isGate: Bool)
        case cycle([String])
        case condition(String)
        case forcedByHand
        case usesDefault(JSONValue)
        case onlyGate
        case bandit(String, leaf: JSONValue)
        case passesThrough(String)
        case noIdentity(String)
        case unknownHashVersion
        case filter(seed: String, bucket: Double, [BucketRange])
        case namespace(String, bucket: Double, BucketRange)
        case coversNobody
        case rollout(BucketRange, seed: String, bucket: Double)
        case tooFewVariations
        case disabled
        case urlNotTargeted(String)
        case forcedByURL(String)
        case forcedByContext(Int)
        case forcedByExperiment(Int)
        case draft
        case stopped
        case qualityAssurance
        case buckets(bucket: Double, seed: String, [BucketRange], keys: [String], chosen: Int)
        case stickyFound(String, variation: String)
        case stickyBlocked(String)
        case stickyGone(String)
        case stickyKept(String)
    }

    /// What was checked.
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

    /// Begins a step that is made of those noted until it is closed.
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
    /// - Parameter evaluation: the evaluation that answers for the clauses.
    func note(_ condition: Condition, of subject: ConditionEvaluation.Subject, by evaluation: ConditionEvaluation) {
        var explanation = ConditionExplanation(evaluation, subject)
        for step in explanation.steps(of: condition) { add(step) }
    }

    private func add(_ step: EvaluationStep) {
        if open.isEmpty { steps.append(step) } else { open[open.count - 1].parts.append(step) }
    }
}
