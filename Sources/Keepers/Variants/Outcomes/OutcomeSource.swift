/// A draw, a number or an identity that decides one or more conditions. Sources are independent of each other.
enum OutcomeSource: Hashable {
    /// The draw of one condition.
    case draw(condition: Int)
    /// A number's remainder.
    case remainder(key: String)
    /// A user's bucket for one salt.
    case bucket(key: String, salt: String)
    /// Who the user is.
    case identity(key: String)
    /// The predicate of one condition.
    case predicate(condition: Int)
}

/// The users whose outcomes a model describes.
enum Population {
    /// Anybody who could ever come: what is possible at all.
    case anyone
    /// Users whose identifiers are whole numbers drawn at random, and of whom all else is as in one context.
    case drawn(like: PreparedContext)
}

/// Whether a condition is the same for all users, or which source decides it.
enum SettledCondition {
    case met
    case notMet
    case open(OutcomeSource)

    init(_ condition: Int, in program: EvaluationProgram, of population: Population) {
        switch program.tests[condition] {
        case .never: self = .notMet
        case .always: self = .met
        case .random: self = .open(.draw(condition: condition))
        case .custom: self = .open(.predicate(condition: condition))
        case .remainder, .oneOf, .rollout:
            guard let (key, source) = Self.source(program.meanings[condition]) else {
                self = .notMet
                return
            }
            guard case .drawn(let prepared) = population, prepared.context[key] != nil else {
                self = .open(source)
                return
            }
            let isMet = (try? program.isMet(condition, of: 0, for: prepared, RandomFractions(seed: 0))) ?? false
            self = isMet ? .met : .notMet
        }
    }

    private static func source(_ meaning: ConditionMeaning) -> (key: String, OutcomeSource)? {
        switch meaning {
        case .remainder(let key, _, _): (key, .remainder(key: key))
        case .oneOf(let key, _): (key, .identity(key: key))
        case .rollout(let rollout): (rollout.key, .bucket(key: rollout.key, salt: rollout.salt))
        case .random, .custom: nil
        }
    }
}
