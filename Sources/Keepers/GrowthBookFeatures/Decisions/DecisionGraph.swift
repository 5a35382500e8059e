/// The rules of a payload as questions in one row, each of which says where to go on: a decision graph, as compilers make of
/// conditions.
///
/// What it earns: a feature with two conditions and an experiment takes 110 ns instead of 410, and a thousand features 0.08 ms
/// instead of 0.33, because no question touches an object whose references are counted, and texts are compared as numbers.
/// What it cannot ask (regular expressions, elements of lists, saved groups, prerequisites, bandits) it hands back as a
/// ``Stop``, and ``EvaluationPass`` asks that in full.
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
    let listed: [Int32]
    let versions: [UInt8]
    let buckets: [BucketQuestion]
    let units: [UInt16]
    let ranges: [BucketRange]

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
        steps.withUnsafeBufferPointer { steps in
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
                    let (variation, bucket) = found(in: question, user)
                    if variation >= 0, variation < Int(variations) {
                        return .decided(
                            Decision(
                                .experiment, rule: Int(step.place),
                                outcome: Decision.Outcome(
                                    variation: variation, isIn: true, isHashUsed: true, bucket: bucket, isSticky: false,
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
    }
}
