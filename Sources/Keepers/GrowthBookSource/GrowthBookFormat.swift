import ExperimentsCore
import ExperimentsLocks
import ExperimentsTransport
import Foundation
import GrowthBookFeatures

/// Evaluates the features of payloads, and notes which variations users saw first.
final class GrowthBookFormat: PayloadFormat {
    private struct State {
        var stickiness: Stickiness
        /// The last evaluation for the keeper's own user.
        var evaluator: FeatureEvaluator?
    }

    private let reading: PayloadReading
    private let origin: PayloadOrigin
    private let context: EvaluationContext
    private let state: Mutex<State>

    /// - Parameter users: the users whose variations are stored; nil if none are stored.
    init(
        _ origin: PayloadOrigin, _ reading: PayloadReading, context: EvaluationContext,
        keeping users: StickyBucketFile.Users?
    ) {
        self.origin = origin
        self.reading = reading
        self.context = context
        var stickiness = Stickiness(users: users, configured: context.attributes)
        stickiness.buckets = context.stickyBuckets ?? (users == nil ? nil : StickyBuckets())
        state = Mutex(State(stickiness: stickiness))
    }

    /// Stored variations may be others.
    var changesByItself: Bool { true }

    /// The last evaluation for the keeper's own user; nil before the first fetch.
    var evaluator: FeatureEvaluator? { state.withLock(\.evaluator) }

    func content(of payload: Payload) throws(FetchFailure) -> FeaturePayload {
        try reading.payload(payload.content)
    }

    func named(_ failure: FetchFailure) -> FetchFailure {
        switch origin {
        case .file: return FetchFailure(placed(failure.summary))
        case .server(let server):
            return FetchFailure("invalid response from \(server.host.hostAndPort): \(failure.summary)")
        }
    }

    /// Returns a problem after the name of its file, if it is one in a file. The place in the file, if there is one,
    /// follows the name without a space.
    private func placed(_ problem: String) -> String {
        guard case .file(_, let shownPath) = origin else { return problem }
        let separator = problem.first?.isNumber == true ? ":" : ": "
        return shownPath + separator + problem
    }

    func isEmpty(_ content: FeaturePayload) -> Bool { content.features.isEmpty }

    /// Evaluates the features for the keeper's own user, one evaluation after the other, because each may store
    /// variations.
    func values(of content: FeaturePayload, _ payload: Payload, for attributes: JSONObject) -> PayloadValues {
        state.withLock { state in
            let evaluator = evaluator(of: content, for: attributes, state.stickiness.buckets)
            let (results, changed) = evaluator.evaluateAllKeeping()
            state.stickiness.note(changed, of: attributes)
            state.evaluator = evaluator
            return PayloadValues(snapshot(results, of: evaluator, payload, state.stickiness.notes))
        }
    }

    /// Returns the values of the features for another user, and how rules decided on them. Nothing is stored.
    func decided(_ content: FeaturePayload, _ payload: Payload, for attributes: JSONObject) -> DecidedSnapshot
    {
        // Evaluated without the lock, so that requests for many users run at the same time.
        let stickiness = state.withLock(\.stickiness)
        let evaluator = evaluator(of: content, for: attributes, stickiness.buckets)
        let results = evaluator.evaluateAll()
        return DecidedSnapshot(
            snapshot(results, of: evaluator, payload, stickiness.notes),
            decisions: ExactDictionary(results.map { ($0.key, $0.contextDecision) }) { $1 })
    }

    private func evaluator(
        of content: FeaturePayload, for attributes: JSONObject, _ buckets: StickyBuckets?
    ) -> FeatureEvaluator {
        var context = context
        context.attributes = attributes
        context.stickyBuckets = buckets
        return FeatureEvaluator(content, for: context)
    }

    private func snapshot(
        _ results: [FeatureResult], of evaluator: FeatureEvaluator, _ payload: Payload,
        _ stickyNotes: [SourceNote]
    ) -> Snapshot {
        var entries = ExactDictionary<Snapshot.Entry>()
        var variants = ExactDictionary<String>()
        var keys = ExactDictionary<[String]>()
        var order: [String] = []
        for result in results {
            entries[result.key] = Snapshot.Entry(result.value, supplier: Self.supplier(of: result))
            guard let experiment = result.experiment, let outcome = result.experimentResult else { continue }
            if variants[experiment.key] == nil {
                variants[experiment.key] = outcome.key
                order.append(experiment.key)
            }
            keys[experiment.key, default: []].append(result.key)
        }
        return Snapshot(
            entries: entries, version: payload.shortHash, etag: payload.etag, fetchedAt: payload.fetchedAt,
            experiments: order.compactMap { id in
                variants[id].map { ExperimentAssignment(id: id, variant: $0, keys: keys[id] ?? []) }
            }, notes: notes(evaluator) + stickyNotes)
    }

    private static func supplier(of result: FeatureResult) -> String? {
        if let experiment = result.experiment, let outcome = result.experimentResult {
            return "\(experiment.key): \(outcome.key)"
        }
        switch result.source {
        case .force: return result.ruleID.isEmpty ? result.ruleIndex.map { "rule \($0 + 1)" } : result.ruleID
        case .defaultValue, .experiment: return nil
        case .override, .prerequisite, .cyclicPrerequisite, .unknownFeature: return result.source.rawValue
        }
    }

    private func notes(_ evaluator: FeatureEvaluator) -> [SourceNote] {
        let built = evaluator.payload.dateUpdated.map { [SourceNote(title: "Built", text: $0)] } ?? []
        let problems = evaluator.payload.problems.map {
            SourceNote(title: SourceNote.problemTitle, text: placed($0.description))
        }
        let redirects = evaluator.redirects().compactMap { redirect in
            redirect.address.map {
                SourceNote(title: "Redirect", text: "\(redirect.experiment.key) would redirect to \($0)")
            }
        }
        return built + problems + redirects
    }
}

/// The stored variations.
extension GrowthBookFormat {
    /// Uses stored variations.
    func take(stored buckets: StickyBuckets) {
        state.withLock { state in
            state.stickiness.stored = buckets
            state.stickiness.buckets = buckets.replacing(state.stickiness.unsaved)
            state.stickiness.problem = nil
        }
    }

    /// Returns the documents that have to be stored, and are not yet, with those that were read last.
    func takeUnsaved() -> (documents: [StickyBuckets.Document], read: StickyBuckets) {
        state.withLock { state in
            defer { state.stickiness.unsaved = [] }
            return (state.stickiness.unsaved, state.stickiness.stored)
        }
    }

    /// Notes that documents could not be read or stored.
    func note(stickyProblem problem: String, unsaved: [StickyBuckets.Document]) {
        state.withLock { state in
            state.stickiness.unsaved = unsaved + state.stickiness.unsaved
            state.stickiness.problem = problem
        }
    }
}

/// The users whose variations are stored, and the documents that are not stored yet.
private struct Stickiness: Sendable {
    /// Nil if none are stored.
    let users: StickyBucketFile.Users?
    /// The attributes of the user that the keeper was created for.
    let configured: JSONObject
    /// The assignments of all users; nil if variations are not sticky.
    var buckets: StickyBuckets?
    /// The assignments as they were read last.
    var stored = StickyBuckets()
    var unsaved: [StickyBuckets.Document] = []
    /// The reason why documents could not be read or stored.
    var problem: String?

    /// Notes the variations that a user saw first.
    mutating func note(_ changed: [StickyBuckets.Document], of attributes: JSONObject) {
        guard keeps(attributes) else { return }
        buckets = buckets?.replacing(changed)
        unsaved += changed
    }

    private func keeps(_ attributes: JSONObject) -> Bool {
        switch users {
        case .all: true
        case .configured: Set(attributes.members) == Set(configured.members)
        case nil: false
        }
    }

    var notes: [SourceNote] { problem.map { [SourceNote(title: SourceNote.problemTitle, text: $0)] } ?? [] }
}
