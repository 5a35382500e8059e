extension EvaluationPass {
    /// The attribute that tells the user apart, and what it holds.
    func identity(_ hashing: HashAttributes) -> (attribute: Int, value: HashedText?) {
        let values = evaluator.attributes.hashed
        if let value = values[hashing.own] { return (hashing.own, value) }
        if let fallback = hashing.fallback, isSticky(hashing), let value = values[fallback] {
            return (fallback, value)
        }
        return (hashing.own, nil)
    }

    /// Whether stored assignments count.
    func isSticky(_ hashing: HashAttributes) -> Bool {
        evaluator.stickyBuckets != nil && hashing.isStickyAllowed
    }

    /// Whether the user is in the buckets of all filters.
    func isIn(_ filters: [BucketFilter]) -> Bool {
        for filter in filters {
            guard let value = evaluator.attributes.hashed[filter.attribute] else {
                trace?.note(.noIdentity(evaluator.payload.hashAttributes[filter.attribute]), .failed)
                return false
            }
            guard let version = filter.version else {
                trace?.note(.unknownHashVersion, .failed)
                return false
            }
            let bucket = filter.seed.bucket(of: value, version)
            let isIn = filter.ranges.place(of: bucket) >= 0
            trace?.note(.filter(seed: filter.seed.text, bucket: bucket, filter.ranges), isIn ? .passed : .failed)
            if !isIn { return false }
        }
        return true
    }

    /// Whether the user gets the value of a rollout.
    func isIn(_ rollout: Rollout) -> Bool {
        if let condition = rollout.condition {
            let holds = holds(condition)
            explain(condition)
            guard holds else { return false }
        }
        switch rollout.share {
        case .everybody: return true
        case .nobody:
            trace?.note(.coversNobody, .failed)
            return false
        case .coverage, .range: break
        }
        let identity = identity(rollout.hashing)
        guard let value = identity.value else {
            trace?.note(.noIdentity(evaluator.payload.hashAttributes[identity.attribute]), .failed)
            return false
        }
        guard let version = rollout.version else {
            trace?.note(.unknownHashVersion, .failed)
            return false
        }
        let bucket = rollout.seed.bucket(of: value, version)
        let isIn = rollout.share.contains(bucket, dialect)
        trace?.note(
            .rollout(rollout.shownShare, seed: rollout.seed.text, bucket: bucket), isIn ? .passed : .failed)
        return isIn
    }

    /// Whether the user is in a namespace.
    func isIn(_ namespace: Namespace, _ value: HashedText) -> Bool {
        let bucket = namespace.seed.bucket(of: value, .first)
        let isIn = namespace.range.contains(bucket)
        trace?.note(.namespace(namespace.name, bucket: bucket, namespace.range), isIn ? .passed : .failed)
        return isIn
    }
}

extension Rollout.Share {
    /// Whether a user's bucket is among those that get the value, where the bucket decides.
    func contains(_ bucket: Double, _ dialect: EvaluationOptions.Dialect) -> Bool {
        switch self {
        case .range(let range): range.contains(bucket)
        case .coverage(let coverage): dialect == .strict ? bucket < coverage : bucket <= coverage
        case .everybody, .nobody: false
        }
    }
}

extension Rollout {
    /// The buckets that get the value.
    var shownShare: BucketRange {
        switch share {
        case .everybody: BucketRange(start: 0, end: 1)
        case .nobody: BucketRange(start: 0, end: 0)
        case .coverage(let coverage): BucketRange(start: 0, end: coverage)
        case .range(let range): range
        }
    }
}
