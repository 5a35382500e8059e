import ExperimentsCore
import Foundation
import GrowthBookFeatures

/// The payload of a keeper, the user that it is evaluated for, and the result. A value for use under a lock.
struct HeldPayload: Sendable {
    /// The user.
    private(set) var context: EvaluationContext
    private(set) var evaluator: FeatureEvaluator?
    private(set) var snapshot = Snapshot.empty
    /// The tag of the server's answer.
    private(set) var etag: String?
    private var content: ContentHash?
    /// The payload in its original form.
    private(set) var bytes: [UInt8] = []
    private(set) var fetchedAt: Date?
    private var stickiness: Stickiness

    init(context: EvaluationContext, keeping users: StickyBucketFile.Users? = nil) {
        self.context = context
        stickiness = Stickiness(users: users, configured: context.attributes)
        if users != nil, context.stickyBuckets == nil { self.context.stickyBuckets = StickyBuckets() }
    }

    var payload: FeaturePayload? { evaluator?.payload }

    /// Returns whether the bytes are those of the current payload.
    func holds(_ bytes: [UInt8]) -> Bool { content == ContentHash(bytes) }

    /// Takes a payload.
    ///
    /// - Returns: whether it contains anything new.
    mutating func take(_ payload: FeaturePayload, _ bytes: [UInt8], etag: String?, at now: Date) -> Bool {
        (content, self.bytes, fetchedAt, self.etag) = (ContentHash(bytes), bytes, now, etag)
        return evaluate(payload)
    }

    /// Notes that nothing has changed.
    mutating func takeUnchanged(etag: String?, at now: Date) {
        fetchedAt = now
        if let etag { self.etag = etag }
        guard let payload else { return }
        _ = evaluate(payload)
    }

    /// Evaluates for another user from now on.
    ///
    /// - Returns: whether that gives other values.
    mutating func change(attributes: JSONObject) -> Bool {
        context.attributes = attributes
        return payload.map { evaluate($0) } ?? false
    }

    /// Uses stored sticky buckets.
    mutating func take(stickyBuckets: StickyBuckets) {
        context.stickyBuckets = stickyBuckets.replacing(stickiness.unsaved)
        stickiness.problem = nil
    }

    /// Returns the documents that have to be stored, and are not yet.
    mutating func takeUnsaved() -> [StickyBuckets.Document] {
        defer { stickiness.unsaved = [] }
        return stickiness.unsaved
    }

    /// Records that documents could not be read or stored.
    ///
    /// - Returns: whether that is new.
    mutating func note(stickyProblem problem: String, unsaved: [StickyBuckets.Document] = []) -> Bool {
        stickiness.unsaved = unsaved + stickiness.unsaved
        guard stickiness.problem != problem else { return false }
        stickiness.problem = problem
        return payload.map { evaluate($0) } ?? false
    }

    private mutating func evaluate(_ payload: FeaturePayload) -> Bool {
        let evaluator = FeatureEvaluator(payload, for: context)
        let (results, changed) = evaluator.evaluateAllKeeping()
        if stickiness.keeps(context.attributes) {
            context.stickyBuckets = context.stickyBuckets?.replacing(changed)
            stickiness.unsaved += changed
        }
        let version = content.map { String($0.text.prefix(8)) }
        let new = snapshot(results, of: evaluator, version)
        let isNew =
            new.entries != snapshot.entries || new.version != snapshot.version || new.notes != snapshot.notes
            || new.experiments.map(\.variant) != snapshot.experiments.map(\.variant)
        self.evaluator = evaluator
        snapshot = new
        return isNew
    }

    /// Returns the values of the features for another user, and how rules decided on them; nil without a payload.
    func decided(for attributes: JSONObject) -> DecidedSnapshot? {
        guard let payload else { return nil }
        var other = context
        other.attributes = attributes
        let evaluator = FeatureEvaluator(payload, for: other)
        let results = evaluator.evaluateAll()
        return DecidedSnapshot(
            snapshot(results, of: evaluator, snapshot.version),
            decisions: Dictionary(results.map { ($0.key, $0.contextDecision) }) { $1 })
    }

    private func snapshot(_ results: [FeatureResult], of evaluator: FeatureEvaluator, _ version: String?) -> Snapshot {
        var entries: [String: Snapshot.Entry] = [:]
        var keys: [String: (variant: String, keys: [String])] = [:]
        var order: [String] = []
        for result in results {
            entries[result.key] = Snapshot.Entry(result.value, supplier: Self.supplier(of: result))
            guard let experiment = result.experiment, let outcome = result.experimentResult else { continue }
            if keys[experiment.key] == nil { order.append(experiment.key) }
            keys[experiment.key, default: (outcome.key, [])].keys.append(result.key)
        }
        return Snapshot(
            entries: entries, version: version, etag: etag, fetchedAt: fetchedAt,
            experiments: order.compactMap { id in
                keys[id].map { ExperimentAssignment(id: id, variant: $0.variant, keys: $0.keys) }
            }, notes: Self.notes(evaluator) + stickiness.notes)
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

    private static func notes(_ evaluator: FeatureEvaluator) -> [SourceNote] {
        let built = evaluator.payload.dateUpdated.map { [SourceNote(title: "Built", text: $0)] } ?? []
        let problems = evaluator.payload.problems.map {
            SourceNote(title: SourceNote.problemTitle, text: $0.description)
        }
        let redirects = evaluator.redirects().compactMap { redirect in
            redirect.address.map {
                SourceNote(title: "Redirect", text: "\(redirect.experiment.key) would redirect to \($0)")
            }
        }
        return built + problems + redirects
    }
}

/// The users whose variations are stored, and the documents that are not stored yet.
private struct Stickiness: Sendable {
    /// Nil if none are stored.
    let users: StickyBucketFile.Users?
    /// The attributes of the user that the keeper was created for.
    let configured: JSONObject
    var unsaved: [StickyBuckets.Document] = []
    /// The reason why documents could not be read or stored.
    var problem: String?

    func keeps(_ attributes: JSONObject) -> Bool {
        switch users {
        case .all: true
        case .configured: Set(attributes.members) == Set(configured.members)
        case nil: false
        }
    }

    var notes: [SourceNote] { problem.map { [SourceNote(title: SourceNote.problemTitle, text: $0)] } ?? [] }
}
