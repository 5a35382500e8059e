import TestSupport
import Testing

@testable import ExperimentsTransport

@Suite("Sharing one run", .inTurn, .timeLimit(.minutes(60)))
struct SingleFlightTests {
    let flight = SingleFlight<Int>()
    let gate = Gate()
    let runs = Recorder<Int>()
    let ends = Recorder<Int>()

    struct Failed: Error {}

    @Test("callers at the same time share a run, a later one gets its own")
    func sharing() async throws {
        async let first = flight.run { await self.run(1) }
        try await eventually("the run") { runs.count > 0 }
        let second = Task { try await flight.run { await self.run(2) } }
        try await eventually("the second caller") { flight.callerCount == 2 }
        await gate.open()
        #expect(try await first == 1)
        #expect(try await second.value == 1)
        #expect(try await flight.run { await self.run(3) } == 3)
        #expect(runs.elements == [1, 3])
    }

    @Test("a failure is everyone's, and is not remembered")
    func failure() async throws {
        await #expect(throws: Failed.self) { try await flight.run { throw Failed() } }
        #expect(try await flight.run { 5 } == 5)
    }

    @Test("a cancelled caller leaves immediately, and the run continues for the others")
    func leaving() async throws {
        let stays = Task { try await flight.run { await self.run(1) } }
        try await eventually("the run") { runs.count > 0 }
        let leaves = Task { try await flight.run { await self.run(2) } }
        try await eventually("the second caller") { flight.callerCount == 2 }
        leaves.cancel()
        await #expect(throws: CancellationError.self) { try await leaves.value }
        await gate.open()
        #expect(try await stays.value == 1)
    }

    @Test("when the last caller leaves, the run is cancelled")
    func abandoned() async throws {
        let cancelled = Recorder<Bool>()
        let caller = Task {
            try await flight.run {
                self.runs.record(1)
                await self.gate.wait()
                cancelled.record(Task.isCancelled)
                return 1
            }
        }
        try await eventually("the run") { runs.count > 0 }
        caller.cancel()
        await #expect(throws: CancellationError.self) { try await caller.value }
        await gate.open()
        _ = try await cancelled.first(1)
        #expect(cancelled.elements == [true])
        #expect(try await flight.run { 7 } == 7)
    }

    @Test("an abandoned run that ends late does not answer the callers of the next one")
    func lateEnd() async throws {
        let first = Task { try await flight.run { await self.run(1) } }
        try await eventually("the first run") { runs.count == 1 }
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        let secondGate = Gate()
        let second = Task {
            try await flight.run {
                await secondGate.wait()
                return 2
            }
        }
        try await eventually("the second caller") { flight.callerCount == 1 }
        await gate.open()
        try await eventually("the first run's end") { ends.elements == [1] }
        await secondGate.open()
        #expect(try await second.value == 2)
    }

    @Test("a caller cancelled before it asks gets nothing")
    func cancelledBefore() async {
        let caller = Task {
            await gate.wait()
            return try await flight.run { 1 }
        }
        caller.cancel()
        await gate.open()
        await #expect(throws: CancellationError.self) { try await caller.value }
    }

    @Test("the end is reported once, whether or not anyone still waits, and before the callers have it")
    func telling() async throws {
        let told = Recorder<Int>()
        let value = try await flight.run({ 1 }, whenOver: { told.record((try? $0.get()) ?? 0) })
        #expect(value == 1)
        #expect(told.elements == [1])
        let caller = Task { try await flight.run({ await self.run(2) }, whenOver: { _ in told.record(2) }) }
        try await eventually("the run") { runs.count == 1 }
        caller.cancel()
        await #expect(throws: CancellationError.self) { try await caller.value }
        await gate.open()
        _ = try await told.first(2)
        #expect(told.elements == [1, 2])
    }

    @Test("a caller that asks when the end is reported gets a run of its own")
    func askingAtTheEnd() async throws {
        let second = Recorder<Int>()
        _ = try await flight.run(
            { 1 },
            whenOver: { _ in
                Task { second.record(try await self.flight.run { 2 }) }
            })
        #expect(try await second.first(1) == [2])
    }

    private func run(_ number: Int) async -> Int {
        runs.record(number)
        await gate.wait()
        defer { ends.record(number) }
        return number
    }
}
