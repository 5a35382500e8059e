import Foundation

// The questions of a walk, one by one.
extension DecisionGraph {
    /// The answer to a question about an attribute; nil if it has to be asked in full.
    @inline(__always)
    func answer(_ step: DecisionStep, _ user: UserFacts) -> Bool? {
        answer(step.question, user.facts[Int(step.slot)], user).map { $0 != step.isNegated }
    }

    @inline(__always)
    private func answer(_ question: DecisionStep.Question, _ fact: UserFacts.Fact, _ user: UserFacts) -> Bool? {
        switch question {
        case .isNull: return fact.kind == .null
        case .isTruth(let truth): return fact.kind == .truth && fact.isTruthy == truth
        case .isNumber(let number): return fact.kind == .number && fact.number == number
        case .isText(let text): return fact.kind == .text && fact.text == text
        case .isOneOf(let range):
            guard fact.kind != .other else { return nil }
            return fact.kind == .text && isListed(fact.text, range)
        case .isOrdered(let order, let number):
            guard fact.kind == .number, !fact.number.isNaN else { return nil }
            return order.holds(fact.number, number)
        case .isVersion(let order, let range):
            guard let version = fact.version else { return nil }
            return order.holds(compare(user.versions, version, range))
        case .countsAs(let truth): return fact.kind != .null && fact.isTruthy == truth
        case .readsAsNumber(let number):
            guard fact.kind != .text, fact.kind != .other else { return nil }
            return fact.number == number
        case .readsAsText(let text): return fact.kind == .text ? fact.text == text : nil
        default: return nil
        }
    }

    /// The place of the range that holds the user's bucket; -1 where none does, or the user has none.
    @inline(__always)
    func found(in question: BucketQuestion, _ user: UserFacts) -> (place: Int, bucket: Double) {
        guard let identity = user.identities[Int(question.attribute)] else { return (-1, 0) }
        let bucket: Double
        switch question.version {
        case .first:
            var hash = BucketHash(state: identity.state)
            hash.add(units, question.seed.indices)
            bucket = hash.thousandths
        case .second:
            var inner = BucketHash(state: question.state)
            inner.add(user.units, identity.units.indices)
            bucket = inner.hashedAgain.tenThousandths
        }
        var place = 0
        while place < Int(question.ranges.count) {
            if ranges[Int(question.ranges.start) + place].contains(bucket) { return (place, bucket) }
            place += 1
        }
        return (-1, bucket)
    }

    @inline(__always)
    private func isListed(_ text: Int32, _ range: NumberRange) -> Bool {
        for place in range.indices where listed[place] == text { return true }
        return false
    }

    /// Compares a user's version with one of the payload: less than 0 if it is lower.
    @inline(__always)
    private func compare(_ others: [UInt8], _ own: NumberRange, _ range: NumberRange) -> Int {
        let order = others.withUnsafeBytes { others in
            versions.withUnsafeBytes { versions in
                guard let other = others.baseAddress, let version = versions.baseAddress else { return 0 }
                return Int(memcmp(other + Int(own.start), version + Int(range.start), Int(min(own.count, range.count))))
            }
        }
        return order != 0 ? order : Int(own.count) - Int(range.count)
    }
}
