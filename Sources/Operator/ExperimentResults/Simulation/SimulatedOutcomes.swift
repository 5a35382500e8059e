import ExperimentStatistics

/// The results of many simulated experiments, counted.
package struct SimulatedOutcomes: Sendable, Hashable {
    /// The number of experiments.
    package private(set) var count = 0
    /// The number that were called better.
    package private(set) var better = 0
    /// The number that were called worse.
    package private(set) var worse = 0
    /// The number of decisions that a later look reversed.
    package private(set) var takenBack = 0
    /// The number of splits that were reported as wrong.
    package private(set) var mismatches = 0
    /// The number that a test for one look would have called significant at some look.
    package private(set) var fixedAlarms = 0
    /// The number that the chance to win would have called decided at some look.
    package private(set) var chanceAlarms = 0
    private var looksAtDecision: [Int] = []

    /// None so far.
    package init() {}

    /// Counts one.
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

    /// The number of the look by which half of the decisions had fallen, from 1; nil if none fell.
    package var medianLookAtDecision: Int? {
        looksAtDecision.isEmpty ? nil : looksAtDecision.sorted()[looksAtDecision.count / 2]
    }
}
