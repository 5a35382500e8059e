import ExperimentsCore
import ExperimentsOperator
import TerminalUI

/// How the status of a key is drawn.
enum StatusWord {
    /// The colour of a status.
    static func role(of status: KeyStatus) -> Role {
        switch status {
        case .ok: .ok
        case .missing: .missing
        case .incorrect: .incorrect
        case .override: .override
        case .default: .default
        case .undeclared: .undeclared
        case .unknown: .unknown
        }
    }

    /// A word of at most four letters.
    static func short(_ word: String) -> String {
        switch word {
        case "missing": "miss"
        case "incorrect": "bad"
        case "override": "over"
        case "default": "dflt"
        case "undeclared": "und."
        case "unknown": "?"
        default: String(word.prefix(4))
        }
    }
}
