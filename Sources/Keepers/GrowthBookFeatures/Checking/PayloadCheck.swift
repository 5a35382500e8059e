import ExperimentsCore

extension FeaturePayload {
    /// Returns probable mistakes in the payload, in the order of the features.
    public func findings() -> [PayloadFinding] {
        var check = PayloadCheck(payload: self)
        return check.findings()
    }
}

/// Looks through a payload.
struct PayloadCheck {
    let payload: FeaturePayload
    private(set) var found: [PayloadFinding] = []
    /// The feature, or the experiment without a feature, that is being checked.
    private var feature: String?
    /// The position of the rule that is being checked, counted from 1.
    private var rule: Int?
    private var namespaces: [String: [(feature: String?, rule: Int?, key: String, range: BucketRange)]] = [:]

    init(payload: FeaturePayload) {
        self.payload = payload
    }

    /// Adds a finding about the current feature.
    mutating func note(_ kind: PayloadFinding.Kind, _ message: String) {
        found.append(PayloadFinding(kind, feature, rule: rule, message: message))
    }

    mutating func findings() -> [PayloadFinding] {
        for problem in payload.problems { found.append(PayloadFinding(problem)) }
        for feature in payload.features { check(feature) }
        rule = nil
        for experiment in payload.experiments {
            feature = experiment.key
            check(experiment)
        }
        for (id, group) in payload.groups.sorted(by: { $0.key.text < $1.key.text }) {
            if case .condition(let condition) = group {
                feature = "saved group \(id.text)"
                check(condition)
            }
        }
        found += Self.prerequisiteCycles(among: payload.features).map { keys in
            PayloadFinding(
                .prerequisiteCycle, keys[0],
                message: "features need each other and have no value: "
                    + (keys + [keys[0]]).joined(separator: " → "))
        }
        found += overlaps()
        return found
    }

    private mutating func check(_ feature: Feature) {
        self.feature = feature.key
        var decidedBy: Int?
        for (index, rule) in feature.rules.enumerated() {
            self.rule = index + 1
            if let decidedBy {
                note(.neverMatches, "no user gets here, because rule \(decidedBy) applies to all")
            }
            check(rule)
            if decidedBy == nil, rule.takesEverybody { decidedBy = index + 1 }
        }
    }

    private mutating func check(_ rule: FeatureRule) {
        for prerequisite in rule.prerequisites { check(prerequisite) }
        // A filter without a seed is one that cannot be read, which is a finding already.
        for filter in rule.filters ?? []
        where !filter.seed.text.isEmpty
            && (filter.version == nil || filter.ranges.allSatisfy { $0.start >= $0.end })
        {
            note(.neverMatches, "the filter \(filter.seed.text) excludes all users")
        }
        switch rule.action {
        case .none where rule.prerequisites.isEmpty:
            note(.neverMatches, "it has neither force nor variations, so it does nothing")
        case .none: break
        case .force(let rollout):
            if let condition = rollout.condition { check(condition) }
            checkShare(of: rollout)
            if rollout.isEmpty { note(.neverMatches, "the rollout covers no users") }
        case .experiment(let experiment): check(experiment)
        case .bandit(let bandit):
            for leaf in bandit.leaves { check(leaf.condition) }
            check(bandit.fallback)
        }
    }

    mutating func check(_ prerequisite: Prerequisite) {
        guard prerequisite.feature == nil else { return }
        note(.unknownFeature, "needs the feature \(prerequisite.key), which does not exist")
    }

    private mutating func check(_ experiment: Experiment) {
        if let condition = experiment.condition { check(condition) }
        for prerequisite in experiment.prerequisites { check(prerequisite) }
        for target in experiment.urlTargets ?? [] {
            if let problem = target.problem {
                note(.neverMatches, "no address matches \(target.text): \(problem)")
            }
        }
        let bandit = experiment.members["contextualBanditRef"]?.string
        if let bandit, !payload.bandits.contains(bandit) { note(.unknownBandit, "no bandit \(bandit)") }
        if experiment.variations.count < 2 {
            note(.neverMatches, "an experiment needs two variations")
        } else if experiment.version == nil {
            let shown = experiment.members["hashVersion"]?.compactText ?? "null"
            note(
                .neverMatches,
                "the hashVersion \(shown) of the experiment \(experiment.key) is unknown, so no user is in it"
            )
        } else if experiment.ranges.allSatisfy({ $0.start >= $0.end }) {
            note(.neverMatches, "the experiment \(experiment.key) covers no users")
        }
        checkWeights(of: experiment)
        checkVariations(of: experiment)
        checkShares(of: experiment)
        guard let namespace = experiment.namespace, experiment.filters == nil else { return }
        if namespace.range.start >= namespace.range.end {
            note(.neverMatches, "no user is in its part of the namespace \(namespace.name)")
        }
        namespaces[namespace.name, default: []].append((feature, rule, experiment.key, namespace.range))
    }

    private mutating func checkWeights(of experiment: Experiment) {
        guard experiment.members["ranges"] == nil,
            let weights = PayloadReader.weights(experiment.members["weights"])
        else { return }
        let total = weights.reduce(0, +)
        let equal = "equal weights are used instead"
        if weights.count != experiment.variations.count {
            note(.weights, "\(weights.count) weights for \(experiment.variations.count) variations; \(equal)")
        } else if total < 0.99 || total > 1.01 {
            let sum = JavaScriptNumber.text(of: (total * 10_000).rounded() / 10_000)
            note(.weights, "weights sum up to \(sum); \(equal)")
        } else if weights.contains(where: { $0 < 0 }) {
            let isUsed = payload.options.dialect == .loose
            note(.weights, "a weight is below 0; \(isUsed ? "no user gets its variation" : equal)")
        }
    }

    private func overlaps() -> [PayloadFinding] {
        namespaces.sorted { $0.key < $1.key }.flatMap { name, users -> [PayloadFinding] in
            let sorted = users.sorted { $0.range.start < $1.range.start }
            return sorted.indices.flatMap { first in
                sorted[(first + 1)...].prefix { $0.range.start < sorted[first].range.end }
                    .filter { $0.key != sorted[first].key && $0.range.end > $0.range.start }
                    .map { other in
                        PayloadFinding(
                            .namespaceOverlap, other.feature, rule: other.rule,
                            message:
                                "the experiments \(sorted[first].key) and \(other.key) share users of the namespace \(name)"
                        )
                    }
            }
        }
    }
}

extension FeatureRule {
    /// Whether no later rule is ever asked.
    fileprivate var takesEverybody: Bool {
        guard prerequisites.isEmpty, filters == nil, case .force(let rollout) = action,
            rollout.condition?.clauses.isEmpty ?? true
        else { return false }
        if case .everybody = rollout.share { return true }
        return false
    }
}

extension Rollout {
    fileprivate var isEmpty: Bool {
        switch share {
        case .everybody: false
        case .nobody: true
        case .coverage(let coverage): version == nil || coverage < 0
        case .range(let range): version == nil || range.start >= range.end
        }
    }
}

extension PayloadCheck {
    /// Checks the lists whose length must match the list of variations.
    mutating func checkVariations(of experiment: Experiment) {
        let count = experiment.variations.count
        guard count >= 2 else { return }
        let name = experiment.key
        if let meta = experiment.members["meta"]?.array, meta.count < count {
            note(
                .variations,
                "the experiment \(name) has \(count) variations and meta for \(meta.count); GrowthBook's SDK for "
                    + "JavaScript fails for users of the others")
        }
        var seen: Set<String> = []
        if let twice = experiment.variations.compactMap(\.ownKey).first(where: { !seen.insert($0).inserted })
        {
            note(
                .variations,
                "two variations of the experiment \(name) have the key \(twice), so users with sticky buckets may "
                    + "change from one to the other")
        }
        if let forced = experiment.forced, !experiment.variations.indices.contains(forced) {
            let shown = experiment.members["force"]?.compactText ?? ""
            note(
                .variations,
                "the experiment \(name) forces variation \(shown), but has 0 to \(count - 1), so no user is in it"
            )
        }
        guard experiment.members["ranges"] != nil else { return }
        let ranges = experiment.ranges
        if ranges.count > count {
            note(
                .variations,
                "the experiment \(name) has \(count) variations and \(ranges.count) ranges, so users in the others "
                    + "are not in it")
        }
        if ranges.count < count {
            note(
                .variations,
                "the experiment \(name) has \(count) variations and \(ranges.count) ranges, so no user gets the others"
            )
        }
        let sorted = ranges.filter { $0.start < $0.end }.sorted { $0.start < $1.start }
        if zip(sorted, sorted.dropFirst()).contains(where: { $1.start < $0.end }) {
            note(.variations, "ranges of the experiment \(name) overlap; the first one counts")
        }
    }
}

/// Features that need each other.
extension PayloadCheck {
    /// Returns the keys of the features of each cycle, in the order in which they require each other.
    private static func prerequisiteCycles(among features: [Feature]) -> [[String]] {
        var cycles: [[String]] = []
        let needed = features.map { feature in
            Array(Set(feature.rules.flatMap { $0.prerequisites.compactMap(\.feature) })).sorted()
        }
        // 0 for a feature that was not visited, 1 for one on the current path, 2 for one that is done.
        var states = [Int](repeating: 0, count: features.count)
        for start in features.indices where states[start] == 0 {
            var way = [(feature: start, next: 0)]
            states[start] = 1
            while let (feature, next) = way.last {
                guard next < needed[feature].count else {
                    states[feature] = 2
                    way.removeLast()
                    continue
                }
                way[way.count - 1].next += 1
                let prerequisite = needed[feature][next]
                if states[prerequisite] == 0 {
                    states[prerequisite] = 1
                    way.append((prerequisite, 0))
                } else if states[prerequisite] == 1 {
                    let cycle = way.drop { $0.feature != prerequisite }
                    cycles.append(cycle.map { features[$0.feature].key })
                }
            }
        }
        return cycles
    }
}
