import ExperimentsLocks

/// Lets callers that need the same result at the same time share one run of an operation.
///
/// A caller that is cancelled returns immediately, and the run continues for the others. When all callers are
/// cancelled, so is the run.
package final class SingleFlight<Value: Sendable>: Sendable {
    private typealias Caller = CheckedContinuation<Value, any Error>

    private struct Run {
        let number: Int
        let task: Task<Void, Never>
        var callers: [Int: Caller]
    }

    private struct State {
        var run: Run?
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
    package var callerCount: Int { state.withLock { $0.run?.callers.count ?? 0 } }

    /// Waits for the current run, or runs `operation` if there is none, and returns the result.
    ///
    /// - Parameters:
    ///   - operation: the operation to run.
    ///   - ended: called with the result of `operation` before the callers get it, even if all of them were cancelled.
    ///     A caller that arrives after this call has begun starts the next run.
    /// - Throws: the error of the operation, or `CancellationError` if the caller was cancelled.
    package func run(
        _ operation: @escaping @Sendable () async throws -> Value,
        whenOver ended: @escaping @Sendable (Result<Value, any Error>) -> Void = { _ in }
    ) async throws -> Value {
        // A caller that was cancelled before this must not start a run, which could end before it is abandoned.
        try Task.checkCancellation()
        let number = state.withLock { $0.number() }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { caller in
                join(number, caller) { run in
                    let result: Result<Value, any Error>
                    do { result = .success(try await operation()) } catch { result = .failure(error) }
                    let callers = self.end(run)
                    ended(result)
                    for caller in callers { caller.resume(with: result) }
                }
                // A cancellation before `join` found no caller to remove.
                if Task.isCancelled { leave(number) }
            }
        } onCancel: {
            leave(number)
        }
    }

    /// Lets a caller wait for the current run, or for a new one that does `work`, which receives the run's number.
    private func join(_ number: Int, _ caller: Caller, work: @escaping @Sendable (Int) async -> Void) {
        state.withLock { state in
            if state.run != nil {
                state.run?.callers[number] = caller
                return
            }
            let run = state.number()
            state.run = Run(number: run, task: Task { await work(run) }, callers: [number: caller])
        }
    }

    /// Ends a run. Callers that arrive after this start the next one.
    ///
    /// - Returns: the callers that wait for it.
    private func end(_ number: Int) -> [Caller] {
        state.withLock { state in
            guard let run = state.run, run.number == number else { return [] }
            state.run = nil
            return Array(run.callers.values)
        }
    }

    private func leave(_ number: Int) {
        let (caller, abandoned) = state.withLock { state in
            let caller = state.run?.callers.removeValue(forKey: number)
            guard caller != nil, state.run?.callers.isEmpty == true else {
                return (caller, nil as Task<Void, Never>?)
            }
            defer { state.run = nil }
            return (caller, state.run?.task)
        }
        abandoned?.cancel()
        caller?.resume(throwing: CancellationError())
    }
}
