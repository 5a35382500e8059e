import ExperimentsCore
import Locks

/// Lets callers that need the same result at the same time share one run of an operation.
///
/// A caller that is cancelled returns at once, and the run continues for the others. When all callers are cancelled, so is
/// the run.
package final class SingleFlight<Value: Sendable>: Sendable {
    private struct Flight {
        let number: Int
        let task: Task<Void, Never>
        var passengers: [Int: CheckedContinuation<Value, any Error>]
    }

    private struct State {
        var flight: Flight?
        var nextNumber = 0

        mutating func number() -> Int {
            nextNumber += 1
            return nextNumber
        }
    }

    private let state = Mutex(State())

    /// Creates an object without a run.
    package init() {}

    /// The number of callers that wait for the present run.
    package var passengers: Int { state.withLock { $0.flight?.passengers.count ?? 0 } }

    /// Waits for the present run, or runs `operation` if there is none, and returns the result.
    ///
    /// - Parameters:
    ///   - operation: what to run.
    ///   - ended: called with the result of `operation` before the callers get it, even if all of them have left. A caller
    ///     that comes after this call has begun starts the next run.
    /// - Throws: what the operation throws, or `CancellationError` if the caller was cancelled.
    package func run(
        _ operation: @escaping @Sendable () async throws -> Value,
        whenOver ended: @escaping @Sendable (Result<Value, any Error>) -> Void = { _ in }
    ) async throws -> Value {
        // One that was cancelled before must not begin a run, which could end before it is abandoned.
        try Task.checkCancellation()
        let passenger = state.withLock { $0.number() }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                board(passenger, continuation, operation, ended)
                // A cancellation that came before `board` found no passenger to remove.
                if Task.isCancelled { leave(passenger) }
            }
        } onCancel: {
            leave(passenger)
        }
    }

    private func board(
        _ passenger: Int, _ continuation: CheckedContinuation<Value, any Error>,
        _ operation: @escaping @Sendable () async throws -> Value,
        _ ended: @escaping @Sendable (Result<Value, any Error>) -> Void
    ) {
        state.withLock { state in
            if state.flight != nil {
                state.flight?.passengers[passenger] = continuation
                return
            }
            let number = state.number()
            let task = Task {
                let result: Result<Value, any Error>
                do { result = .success(try await operation()) } catch { result = .failure(error) }
                self.land(number, result, ended)
            }
            state.flight = Flight(number: number, task: task, passengers: [passenger: continuation])
        }
    }

    private func land(
        _ number: Int, _ result: Result<Value, any Error>,
        _ ended: @Sendable (Result<Value, any Error>) -> Void
    ) {
        let landed = state.withLock { state -> Flight? in
            guard state.flight?.number == number else { return nil }
            defer { state.flight = nil }
            return state.flight
        }
        ended(result)
        for continuation in (landed?.passengers ?? [:]).values { continuation.resume(with: result) }
    }

    private func leave(_ passenger: Int) {
        let (continuation, abandoned) = state.withLock { state in
            let continuation = state.flight?.passengers.removeValue(forKey: passenger)
            guard continuation != nil, state.flight?.passengers.isEmpty == true else {
                return (continuation, nil as Task<Void, Never>?)
            }
            defer { state.flight = nil }
            return (continuation, state.flight?.task)
        }
        abandoned?.cancel()
        continuation?.resume(throwing: CancellationError())
    }
}
