import ExperimentResults
import ExperimentStatistics

extension VerdictWord {
    /// The appearance of the word, which has the same meaning without colours.
    var role: Role {
        switch self {
        case .better: .ok
        case .worse, .harmful: .incorrect
        case .untrustworthy: .warning
        case .undecided, .noDifference: .text
        case .noData, .tooEarly: .dim
        }
    }
}

extension ExperimentHealth {
    /// The appearance of the word.
    var role: Role {
        switch self {
        case .ok: .ok
        case .mismatch, .mixed, .strangers, .silent: .warning
        case .unknown: .dim
        }
    }
}
