/// Builds a ``DecisionGraph`` from its end: the steps that another one leads to are there when it is added.
struct DecisionGraphBuilder {
    let dialect: EvaluationOptions.Dialect
    var tables = DecisionTables()
    private(set) var steps = [DecisionStep(.standard)]
    private var entries: [Int32] = []

    init(dialect: EvaluationOptions.Dialect) { self.dialect = dialect }

    static func graph(of features: [Feature], dialect: EvaluationOptions.Dialect) -> DecisionGraph {
        var builder = DecisionGraphBuilder(dialect: dialect)
        for feature in features { builder.add(feature) }
        return DecisionGraph(builder.tables, steps: builder.steps, entries: builder.entries)
    }

    private mutating func add(_ feature: Feature) {
        var next: Int32 = 0
        for index in feature.rules.indices.reversed() {
            next = add(feature.rules[index], index, otherwise: next)
        }
        entries.append(next)
    }

    private mutating func add(_ rule: FeatureRule, _ index: Int, otherwise next: Int32) -> Int32 {
        guard rule.prerequisites.isEmpty else { return addWhole(index, otherwise: next) }
        var first: Int32
        switch rule.action {
        case .none: return next
        case .bandit: return addWhole(index, otherwise: next)
        case .force(let rollout):
            guard rollout.hashing.fallback == nil else { return addWhole(index, otherwise: next) }
            first = add(rollout, index, otherwise: next)
        case .experiment(let experiment):
            guard experiment.goesByChance else { return addWhole(index, otherwise: next) }
            first = add(experiment, index, otherwise: next)
        }
        for filter in rule.filters ?? [] { first = add(filter, ifTrue: first, ifFalse: next) }
        return first
    }

    /// A rule that has to be asked in full.
    private mutating func addWhole(_ index: Int, otherwise next: Int32) -> Int32 {
        append(.rule, place: Int32(index), ifTrue: next, ifFalse: next)
    }

    private mutating func add(_ rollout: Rollout, _ index: Int, otherwise next: Int32) -> Int32 {
        var first = append(.force, place: Int32(index), ifTrue: next, ifFalse: next)
        if let range = rollout.range(dialect) {
            guard let version = rollout.version else { return next }
            let bucket = tables.addBucket(rollout.seed, version, of: rollout.hashing.own, in: [range])
            first = append(.bucket(bucket), ifTrue: first, ifFalse: next)
        } else if case .nobody = rollout.share {
            return next
        }
        guard let condition = rollout.condition else { return first }
        return add(condition, ifTrue: first, ifFalse: next)
    }

    private mutating func add(_ experiment: Experiment, _ index: Int, otherwise next: Int32) -> Int32 {
        var first = next
        if let version = experiment.version {
            let bucket = tables.addBucket(experiment.seed, version, of: experiment.hashing.own, in: experiment.ranges)
            first = append(
                .experiment(bucket, variations: Int32(experiment.variations.count)), place: Int32(index), ifTrue: next,
                ifFalse: next)
        }
        if let filters = experiment.filters {
            for filter in filters { first = add(filter, ifTrue: first, ifFalse: next) }
        } else if let namespace = experiment.namespace {
            let bucket = tables.addBucket(namespace.seed, .first, of: experiment.hashing.own, in: [namespace.range])
            first = append(.bucket(bucket), ifTrue: first, ifFalse: next)
        }
        if let condition = experiment.condition { first = add(condition, ifTrue: first, ifFalse: next) }
        return append(.isOrdinary, place: Int32(index), ifTrue: first, ifFalse: next)
    }

    private mutating func add(_ filter: BucketFilter, ifTrue: Int32, ifFalse: Int32) -> Int32 {
        guard let version = filter.version else { return ifFalse }
        let bucket = tables.addBucket(filter.seed, version, of: filter.attribute, in: filter.ranges)
        return append(.bucket(bucket), ifTrue: ifTrue, ifFalse: ifFalse)
    }

    mutating func append(
        _ question: DecisionStep.Question, place: Int32 = 0, ifTrue: Int32, ifFalse: Int32
    ) -> Int32 {
        var step = DecisionStep(question)
        (step.place, step.ifTrue, step.ifFalse) = (place, ifTrue, ifFalse)
        return append(step)
    }

    mutating func append(_ step: DecisionStep) -> Int32 {
        steps.append(step)
        return Int32(steps.count - 1)
    }

    /// Takes back the steps after the first so many.
    mutating func takeBack(to count: Int) { steps.removeLast(steps.count - count) }
}

extension Experiment {
    /// Whether nothing but chance and its condition decides who is in, in an ordinary context.
    fileprivate var goesByChance: Bool {
        variations.count > 1 && status == .running && forced == nil && urlTargets == nil && prerequisites.isEmpty
            && !variations.contains { $0.isPassThrough }
    }
}

extension Rollout {
    /// The buckets that get the value, where the bucket decides.
    fileprivate func range(_ dialect: EvaluationOptions.Dialect) -> BucketRange? {
        switch share {
        case .everybody, .nobody: nil
        case .range(let range): range
        // The loose dialect takes the bucket at the end in: the one that no number lies before.
        case .coverage(let coverage): BucketRange(start: 0, end: dialect == .strict ? coverage : coverage.nextUp)
        }
    }
}
