import ExperimentsLocks
import ExperimentsWarehouse
import Foundation

/// A clock that moves only when a test says so.
final class TestClock: Sendable {
    private let time = Mutex(Date(timeIntervalSince1970: 1_772_323_200))

    var now: Date { time.withLock(\.self) }

    func advance(by seconds: Double) { time.withLock { $0 += seconds } }
}

/// A program that counts how often it is run.
final class CountingProgram: WarehouseClient {
    private let answer: String
    private let runs = Mutex(0)

    init(answer: String) { self.answer = answer }

    var count: Int { runs.withLock(\.self) }

    func run(_ statement: String) async throws(ClientFailure) -> ClientAnswer {
        runs.withLock { $0 += 1 }
        return ClientAnswer(Array(answer.utf8))
    }
}

/// A program that fails for the statement of one experiment.
struct FailingFor: WarehouseClient {
    private let name: String
    private let answer: String

    init(name: String, _ answer: String) {
        self.name = name
        self.answer = answer
    }

    func run(_ statement: String) async throws(ClientFailure) -> ClientAnswer {
        guard !statement.contains("'\(name)'") else { throw .signalled(9) }
        return ClientAnswer(Array(answer.utf8))
    }
}
