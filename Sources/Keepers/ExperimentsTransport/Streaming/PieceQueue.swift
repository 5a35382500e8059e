import Dispatch
import Synchronization

/// The pieces of a body between the network, which brings them, and the reader, who need not be as fast: a limited
/// number of bytes.
///
/// One side brings, on threads; one side reads, in a task. What was not read yet is handed over together.
final class PieceQueue: Sendable {
    /// How many bytes may wait for the reader. A piece is taken whole, so that it may be one piece more.
    static let limit = 262_144

    private struct State {
        var waiting: [UInt8] = []
        var reader: CheckedContinuation<[UInt8]?, any Error>?
        /// How the body ended, until the reader has heard of it.
        var end: Result<[UInt8]?, any Error>?
        var hasReaderLeft = false
        /// Whether the side that brings waits for room.
        var isBlocked = false
    }

    private let state = Mutex(State())
    private let room = DispatchSemaphore(value: 0)
    private let hasRoom: @Sendable () -> Void
    private let readerLeft: @Sendable () -> Void

    /// A queue without pieces.
    ///
    /// - Parameters:
    ///   - hasRoom: called when the reader has taken what waited.
    ///   - readerLeft: called once when nobody will read any more, unless the body had ended.
    init(hasRoom: @escaping @Sendable () -> Void = {}, readerLeft: @escaping @Sendable () -> Void = {}) {
        self.hasRoom = hasRoom
        self.readerLeft = readerLeft
    }

    /// How many bytes wait for the reader.
    var count: Int { state.withLock(\.waiting.count) }

    /// Brings a piece, and waits on this thread until there is room for it. False where nobody reads any more.
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

    /// Brings a piece, whether there is room for it or not, and says how many bytes wait now.
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

    /// The body is over, by an error or without.
    func finish(_ error: (any Error)?) {
        let end: Result<[UInt8]?, any Error> = error.map { .failure($0) } ?? .success(nil)
        let reader = state.withLock { state -> CheckedContinuation<[UInt8]?, any Error>? in
            guard state.end == nil else { return nil }
            // Whoever reads after the one who is told hears nothing more.
            state.end = state.reader == nil ? end : .success(nil)
            defer { state.reader = nil }
            return state.reader
        }
        reader?.resume(with: end)
    }

    /// What was brought since the last call, as soon as there is something; nil at the end, and where the task is
    /// cancelled.
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
        answer: Result<[UInt8]?, any Error>?, former: CheckedContinuation<[UInt8]?, any Error>?, wasBlocked: Bool
    )

    /// Nobody reads any more.
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

    /// The queue as a body. Whoever lets go of it leaves.
    var pieces: TransportStream.Pieces {
        let reader = PieceReader(queue: self)
        return TransportStream.Pieces { try await reader.queue.next() }
    }
}

/// Leaves a queue when it is let go of.
private final class PieceReader: Sendable {
    let queue: PieceQueue

    init(queue: PieceQueue) {
        self.queue = queue
    }

    deinit { queue.leave() }
}
