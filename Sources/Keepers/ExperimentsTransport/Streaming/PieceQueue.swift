import Dispatch
import ExperimentsLocks

/// A queue of limited size between the network and a slower reader of a body.
///
/// The network's thread adds pieces, and a task reads them. All waiting bytes are returned as one piece. It is not an
/// `AsyncStream`, because that drops pieces when it is full, instead of letting the network wait.
final class PieceQueue: Sendable {
    /// The number of bytes at which the queue counts as full. The last piece is not split, so that the queue may
    /// contain more.
    static let limit = 262_144

    private struct State {
        var waiting: [UInt8] = []
        var reader: CheckedContinuation<[UInt8]?, any Error>?
        /// How the body ended: nil before the end, and without an error once the reader has received it.
        var end: Result<[UInt8]?, any Error>?
        var hasReaderLeft = false
        /// Whether the network's thread waits for room.
        var isBlocked = false
    }

    private let state = Mutex(State())
    private let room = DispatchSemaphore(value: 0)
    private let hasRoom: @Sendable () -> Void
    private let readerLeft: @Sendable () -> Void

    /// Creates an empty queue.
    ///
    /// - Parameters:
    ///   - hasRoom: called when the reader has emptied the queue.
    ///   - readerLeft: called once when the reader has ended, unless the body had ended before.
    init(hasRoom: @escaping @Sendable () -> Void = {}, readerLeft: @escaping @Sendable () -> Void = {}) {
        self.hasRoom = hasRoom
        self.readerLeft = readerLeft
    }

    /// The number of bytes that wait for the reader.
    var count: Int { state.withLock(\.waiting.count) }

    /// Appends a piece, and blocks this thread until there is room for it.
    ///
    /// - Returns: whether there is still a reader.
    func bringWaiting(_ piece: [UInt8]) -> Bool {
        while true {
            let isTaken = state.withLock { state -> Bool? in
                guard !state.hasReaderLeft else { return false }
                guard state.waiting.count < Self.limit else {
                    state.isBlocked = true
                    return nil
                }
                Self.take(piece, &state)
                return true
            }
            if let isTaken { return isTaken }
            room.wait()
        }
    }

    /// Appends a piece immediately, even if the queue is full.
    ///
    /// - Returns: the number of bytes that now wait for the reader.
    func bring(_ piece: [UInt8]) -> Int {
        state.withLock { state in
            if !state.hasReaderLeft { Self.take(piece, &state) }
            return state.waiting.count
        }
    }

    private static func take(_ piece: [UInt8], _ state: inout State) {
        guard state.end == nil else { return }
        if let reader = state.reader {
            state.reader = nil
            reader.resume(returning: piece)
        } else {
            state.waiting += piece
        }
    }

    /// Ends the body, with the error that cut it off or without one. Pieces that wait can still be read.
    func finish(_ error: (any Error)?) {
        let end: Result<[UInt8]?, any Error> = error.map { .failure($0) } ?? .success(nil)
        let reader = state.withLock { state -> CheckedContinuation<[UInt8]?, any Error>? in
            guard state.end == nil else { return nil }
            // An error is passed on once: to the waiting reader, or otherwise to the next one.
            state.end = state.reader == nil ? end : .success(nil)
            defer { state.reader = nil }
            return state.reader
        }
        reader?.resume(with: end)
    }

    /// Waits for pieces, and returns all that have arrived since the last call; nil at the end, and if the task is
    /// cancelled.
    ///
    /// - Throws: the error that interrupted the body, once.
    func next() async throws -> [UInt8]? {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { wait($0) }
        } onCancel: {
            leave()
        }
    }

    private func wait(_ reader: CheckedContinuation<[UInt8]?, any Error>) {
        let (answer, former, wasBlocked) = state.withLock { state in
            defer { state.isBlocked = false }
            guard state.waiting.isEmpty else {
                defer { state.waiting = [] }
                return (Result<[UInt8]?, any Error>.success(state.waiting), nil, state.isBlocked) as Answer
            }
            if let end = state.end {
                state.end = .success(nil)
                return (end, nil, false)
            }
            guard !state.hasReaderLeft else { return (.success(nil), nil, false) }
            defer { state.reader = reader }
            return (nil, state.reader, false)
        }
        former?.resume(returning: nil)
        guard let answer else { return }
        if wasBlocked { room.signal() }
        hasRoom()
        reader.resume(with: answer)
    }

    private typealias Answer = (
        answer: Result<[UInt8]?, any Error>?, former: CheckedContinuation<[UInt8]?, any Error>?,
        wasBlocked: Bool
    )

    /// Ends the reading: waiting pieces are dropped, and so are later ones.
    func leave() {
        let (reader, wasBlocked, isNews) = state.withLock { state in
            defer {
                state.reader = nil
                state.hasReaderLeft = true
                state.isBlocked = false
                state.waiting = []
            }
            return (state.reader, state.isBlocked, !state.hasReaderLeft && state.end == nil)
        }
        reader?.resume(returning: nil)
        if wasBlocked { room.signal() }
        if isNews { readerLeft() }
    }

    /// The queue as a stream. Its reader leaves when the stream is released.
    var pieces: TransportStream.Pieces {
        let reader = PieceReader(queue: self)
        return TransportStream.Pieces { try await reader.queue.next() }
    }
}

/// Leaves a queue when it is released.
private final class PieceReader: Sendable {
    let queue: PieceQueue

    init(queue: PieceQueue) {
        self.queue = queue
    }

    deinit { queue.leave() }
}
