import ExperimentResults
import ExperimentsCore

/// The results of the declared experiments.
struct ExperimentsState: Sendable {
    /// Whether any are declared.
    private(set) var areDeclared: Bool
    /// Whether some were declared, and none are any more.
    private(set) var areDropped = false
    /// The results when they were last read, in the order of the project file.
    var standings: [ExperimentStanding] = []
    /// How many rows the screen has without a filter. It is kept, because the tabs show it in every frame and it takes all
    /// keys of the report to count them.
    var listedCount = 0
    /// Whether nothing was read yet.
    var isReading: Bool
    /// Why they could not be read, the last time.
    var problem: String?

    init(_ session: DashboardSession) {
        areDeclared = session.results != nil
        isReading = areDeclared
    }

    /// Others are declared from now on, or none. What is known of the old ones stays until the new ones are read.
    mutating func declare(any: Bool) {
        (areDeclared, areDropped, isReading, problem) = (any, !any, any, nil)
        if !any { standings = [] }
    }
}

/// The result of reading results.
public enum ResultsAnswer: Sendable {
    /// The results of each experiment.
    case read(ExperimentStandings)
    /// Why they could not be read.
    case failed(String)

    /// Reads the results, or stores the reason why that fails.
    package init(_ read: () throws -> ExperimentStandings) {
        do {
            self = .read(try read())
        } catch {
            self.init(failure: error)
        }
    }

    /// Stores that the results could not be read, because of an error.
    package init(failure: any Error) {
        self = .failed(ErrorReport.headline(of: failure))
    }
}

/// The results of the experiments at one time, in the order of the project file.
public struct ExperimentStandings: Sendable {
    package let all: [ExperimentStanding]

    package init(_ all: [ExperimentStanding]) {
        self.all = all
    }
}
