import ExperimentsCore
import Foundation
import TestSupport
import Testing

@Suite("The history of fetches", .inTurn)
struct FetchHistoryTests {
    private func record(
        _ id: Int, _ result: FetchRecord.Result = .success(FetchOutcome(status: .updated)),
        _ difference: SnapshotDifference = .none
    ) -> FetchRecord {
        FetchRecord(
            id: id, trigger: .manual, startedAt: Date(timeIntervalSince1970: 0), duration: .seconds(1),
            result: result,
            version: nil, difference: difference)
    }

    @Test("keeps the latest, oldest first")
    func keepsLatest() {
        var history = FetchHistory(capacity: 3)
        for id in 1...5 { history.append(record(id)) }
        #expect(history.records.map(\.id) == [3, 4, 5])
        #expect(history.last?.id == 5)
    }

    @Test("keeps at least one")
    func keepsOne() {
        var history = FetchHistory(capacity: 0)
        history.append(record(1))
        history.append(record(2))
        #expect(history.records.map(\.id) == [2])
    }

    @Test("counts failures in a row and finds the last success")
    func failures() {
        var history = FetchHistory()
        #expect(history.failuresInARow == 0)
        history.append(record(1))
        history.append(record(2, .failure(FetchFailure("no network"))))
        history.append(record(3, .failure(FetchFailure("no network"))))
        #expect(history.failuresInARow == 2)
        #expect(history.lastSuccess?.id == 1)
    }

    @Test("a fetch that is held back because others failed does not count as a failure")
    func heldBack() {
        let held = FetchRecord.Result.failure(FetchFailure("waiting", wasHeldBack: true))
        var history = FetchHistory()
        history.append(record(1, held))
        #expect(history.failuresInARow == 1)
        history.append(record(2, .failure(FetchFailure("too many requests"))))
        history.append(record(3, held))
        history.append(record(4, held))
        #expect(history.failuresInARow == 1)
        history.append(record(5, .failure(FetchFailure("too many requests"))))
        #expect(history.failuresInARow == 2)
        history.append(record(6))
        #expect(history.failuresInARow == 0)
    }

    @Test("keeps the first changes of each fetch, and how many there were")
    func limitsChanges() {
        var history = FetchHistory()
        let changes = Dictionary(
            uniqueKeysWithValues: (0..<1_000).map { ("key\($0)", SnapshotDifference.Change.added("x")) })
        history.append(
            record(1, .success(FetchOutcome(status: .updated)), SnapshotDifference(changes: changes)))
        #expect(history.last?.difference.changes.count == FetchHistory.changeLimit)
        #expect(history.last?.difference.count == 1_000)
    }

    @Test(
        "says in one word what came of a fetch",
        arguments: [
            (
                FetchRecord.Result.success(FetchOutcome(status: .updated, httpStatus: 200, bytes: 9)),
                "updated", 200, 9
            ),
            (.success(FetchOutcome(status: .noTemplate)), "no-template", nil, 0),
            (.success(FetchOutcome(status: .cached)), "cached", nil, 0),
            (.failure(FetchFailure("too many", httpStatus: 429, bytes: 5)), "failed", 429, 5),
        ] as [(FetchRecord.Result, String, Int?, Int)])
    func words(_ result: FetchRecord.Result, _ word: String, _ status: Int?, _ bytes: Int) {
        let record = record(1, result)
        #expect(record.statusWord == word)
        #expect(record.httpStatus == status)
        #expect(record.bytes == bytes)
    }

    @Test("any error becomes a failure with words")
    func anyError() {
        struct Odd: Error, CustomStringConvertible { let description = "odd" }
        #expect(FetchFailure(Odd()).summary == "odd")
        #expect(FetchFailure(CancellationError()).summary == "cancelled")
        let failure = FetchFailure("x", httpStatus: 500)
        #expect(FetchFailure(failure as any Error) == failure)
    }
}
