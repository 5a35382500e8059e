import ExperimentStatistics

/// The counted results of many simulated experiments.
package struct SimulatedOutcomes: Sendable, Hashable {
    /// The number of experiments.
    package private(set) var count = 0
    /// The number with the verdict "better".
    package private(set) var better = 0
    /// The number with the verdict "worse".
    package private(set) var worse = 0
    /// The number of decisions that a later look reversed.
    package private(set) var takenBack = 0
    /// The number of splits reported as wrong.
    package private(set) var mismatches = 0
    /// The number that a test for a single look would have called significant at some look.
    package private(set) var fixedAlarms = 0
    /// The number that the chance to win would have called decided at some look.
    package private(set) var chanceAlarms = 0
    private var looksAtDecision: [Int] = []

    /// Creates an empty count.
    package init() {}

    /// Adds an outcome.
    package mutating func add(_ outcome: SimulatedExperiment.Outcome) {
        count += 1
        if outcome.decision == .better { better += 1 }
        if outcome.decision == .worse { worse += 1 }
        if outcome.wasTakenBack { takenBack += 1 }
        if outcome.isMismatch { mismatches += 1 }
        if outcome.fixedAlarm { fixedAlarms += 1 }
        if outcome.chanceAlarm { chanceAlarms += 1 }
        if let look = outcome.decidedAt { looksAtDecision.append(look) }
    }

    /// The number of the look, from 1, after which half of the decisions were made; nil if there are none.
    package var medianLookAtDecision: Int? {
        looksAtDecision.isEmpty ? nil : looksAtDecision.sorted()[looksAtDecision.count / 2]
    }
}
