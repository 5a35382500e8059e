import ExperimentsCore
import TestSupport
import Testing

@testable import ExperimentsTransport

@Suite("Pieces between the network and a reader", .inTurn, .timeLimit(.minutes(60)))
struct PieceQueueTests {
    struct Broken: Error {}

    @Test("what was not read yet is handed over together, and then the end")
    func together() async throws {
        let queue = PieceQueue()
        #expect(queue.bringWaiting([1, 2]))
        #expect(queue.bringWaiting([3]))
        queue.finish(Broken())
        #expect(try await queue.next() == [1, 2, 3])
        await #expect(throws: Broken.self) { try await queue.next() }
        #expect(try await queue.next() == nil)
    }

    @Test("a thread that brings more than fits waits until the reader has taken it")
    func backPressure() async throws {
        let queue = PieceQueue()
        let piece = [UInt8](repeating: 7, count: PieceQueue.limit / 2)
        let brought = Recorder<Int>()
        async let bringing: Void = OwnThread.run {
            for number in 1...5 where queue.bringWaiting(piece) { brought.record(number) }
        }
        try await eventually("a full queue") { queue.count == PieceQueue.limit }
        #expect(brought.count <= 2)
        var read = 0
        while read < piece.count * 5 {
            let next = try #require(try await queue.next())
            #expect(next.count <= PieceQueue.limit)
            read += next.count
        }
        await bringing
        #expect(brought.elements == [1, 2, 3, 4, 5])
    }

    @Test("a thread that waits for room continues when the reader leaves")
    func leaving() async throws {
        let left = Recorder<Bool>()
        let queue = PieceQueue(readerLeft: { left.record(true) })
        _ = queue.bring([UInt8](repeating: 7, count: PieceQueue.limit))
        async let bringing = OwnThread.run { queue.bringWaiting([1]) }
        queue.leave()
        queue.leave()
        #expect(await bringing == false)
        #expect(left.elements == [true])
        #expect(queue.count == 0)
    }

    @Test("a reader whose task is cancelled gets the end")
    func cancelled() async throws {
        let left = Recorder<Bool>()
        let queue = PieceQueue(readerLeft: { left.record(true) })
        let reading = Task { try await queue.next() }
        reading.cancel()
        #expect(try await reading.value == nil)
        #expect(left.elements == [true])
    }

    @Test("releasing the body reports that the reader left, unless the body has ended")
    func lettingGo() {
        let left = Recorder<Bool>()
        var pieces: TransportStream.Pieces? = PieceQueue(readerLeft: { left.record(true) }).pieces
        #expect(pieces != nil)
        pieces = nil
        #expect(left.elements == [true])
        let ended = PieceQueue(readerLeft: { left.record(true) })
        ended.finish(nil)
        pieces = ended.pieces
        pieces = nil
        #expect(left.elements == [true])
    }
}
