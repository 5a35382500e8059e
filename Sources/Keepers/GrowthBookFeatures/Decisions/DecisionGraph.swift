/// The rules of a payload as questions in one row, each of which says where to go on: a decision graph, as compilers make of
/// conditions.
///
/// What it earns: a feature with two conditions and an experiment is decided about in a fifth of the instructions, because
/// no question touches an object whose references are counted, and texts are compared as numbers. What it cannot ask
/// (regular expressions, elements of lists, saved groups, prerequisites, bandits) it hands back as a ``Stop``, and
/// ``EvaluationPass`` asks that in full.
final class DecisionGraph: Sendable {
    /// Where a walk ends.
    enum Stop {
        case decided(Decision)
        /// A clause has to be asked in full; the step says where to go on.
        case clause(DecisionStep)
        /// A rule has to be asked in full; where it does not decide, the walk goes on where the step's question fails.
        case rule(DecisionStep)
    }

    let steps: [DecisionStep]
    /// Where each feature begins.
    let entries: [Int32]
    /// Clauses to be asked in full.
    let clauses: [Condition.Clause]
    /// The texts that are compared, by how they are written.
    let texts: [ExactText: Int32]
    /// The attributes whose versions are compared.
    let versionSlots: Set<Int>
    private let listed: [Int32]
    private let versions: [UInt8]
    private let buckets: [BucketQuestion]
    private let units: [UInt16]
    private let ranges: [BucketRange]

    init(_ tables: DecisionTables, steps: [DecisionStep], entries: [Int32]) {
        (self.steps, self.entries) = (steps, entries)
        (clauses, texts, versionSlots) = (tables.clauses, tables.texts, tables.versionSlots)
        (listed, versions, buckets) = (tables.listed, tables.versions, tables.buckets)
        (units, ranges) = (tables.units, tables.ranges)
    }

    /// The same questions in other steps.
    init(_ other: DecisionGraph, steps: [DecisionStep], entries: [Int32]) {
        (self.steps, self.entries) = (steps, entries)
        (clauses, texts, versionSlots) = (other.clauses, other.texts, other.versionSlots)
        (listed, versions, buckets) = (other.listed, other.versions, other.buckets)
        (units, ranges) = (other.units, other.ranges)
    }

    /// Walks from a step to where something is decided, or has to be asked in full.
    ///
    /// - Parameter isOrdinary: whether experiments go by chance alone.
    func walk(from start: Int32, for user: UserFacts, isOrdinary: Bool) -> Stop {
        var place = Int(start)
        while true {
            let step = steps[place]
            let isTrue: Bool
            switch step.question {
            case .clause: return .clause(step)
            case .rule: return .rule(step)
            case .isOrdinary:
                guard isOrdinary else { return .rule(step) }
                isTrue = true
            case .bucket(let number):
                isTrue = found(in: buckets[Int(number)], user).place >= 0
            case .experiment(let number, let variations):
                let question = buckets[Int(number)]
                let (place, bucket) = found(in: question, user)
                if place >= 0, place < Int(variations) {
                    return .decided(
                        Decision(
                            .experiment, rule: Int(step.place),
                            outcome: Decision.Outcome(
                                variation: place, isIn: true, isHashUsed: true, bucket: bucket, isSticky: false,
                                attribute: Int(question.attribute))))
                }
                isTrue = false
            case .force: return .decided(Decision(.force, rule: Int(step.place)))
            case .standard: return .decided(Decision(.defaultValue))
            default:
                guard let answer = answer(step, user) else { return .clause(step) }
                isTrue = answer
            }
            place = Int(isTrue ? step.ifTrue : step.ifFalse)
        }
    }

    /// The answer to a question about an attribute; nil where it has to be asked in full.
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
            return fact.kind == .text && range.indices.contains { listed[$0] == fact.text }
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
    private func found(in question: BucketQuestion, _ user: UserFacts) -> (place: Int, bucket: Double) {
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
        for (place, index) in question.ranges.indices.enumerated() where ranges[index].contains(bucket) {
            return (place, bucket)
        }
        return (-1, bucket)
    }

    /// How a user's version compares with one of the payload's: less than 0 where it comes before.
    private func compare(_ others: [UInt8], _ own: NumberRange, _ range: NumberRange) -> Int {
        for (byte, other) in zip(own.indices, range.indices) where others[byte] != versions[other] {
            return others[byte] < versions[other] ? -1 : 1
        }
        return Int(own.count) - Int(range.count)
    }
}
