import ExperimentResults
import ExperimentStatistics

extension VerdictWord {
    /// How the word looks. It says the same without colours.
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
    /// How the word looks.
    var role: Role {
        switch self {
        case .ok: .ok
        case .mismatch, .mixed, .strangers, .silent: .warning
        case .unknown: .dim
        }
    }
}
