import Foundation
import Testing

extension Trait where Self == ConditionTrait {
    /// For suites about the sources of this package rather than about what the program does: only `make lint` runs them.
    static var houseRule: Self {
        .enabled(
            if: ProcessInfo.processInfo.environment["EXPERIMENTS_HOUSE_RULES"] != nil,
            "`make lint` checks the rules of the house")
    }
}
