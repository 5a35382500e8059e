import ExperimentsCore
import Synchronization

/// Lets callers that want the same thing at the same time share one run of it.
///
/// A caller that is cancelled leaves at once; the run goes on for the others, and is cancelled when the last has left.
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

    /// No run under way.
    package init() {}

    /// How many callers wait for the run under way.
    package var passengers: Int { state.withLock { $0.flight?.passengers.count ?? 0 } }

    /// The result of the run under way, or of a new run of `operation` if there is none.
    ///
    /// - Parameters:
    ///   - operation: what to run.
    ///   - ended: called when a new run is over, also one that everybody has left, before the callers have its result. A
    ///     caller that comes from then on begins the next run.
    /// - Throws: what the operation throws, or `CancellationError` where the caller was cancelled.
    package func run(
        _ operation: @escaping @Sendable () async throws -> Value,
        whenOver ended: @escaping @Sendable (Result<Value, any Error>) -> Void = { _ in }
    ) async throws -> Value {
        let passenger = state.withLock { $0.number() }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                board(passenger, continuation, operation, ended)
                // A cancellation from before boarding found nobody to put off.
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
