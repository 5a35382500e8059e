import Dispatch
import Locks

/// The result of asynchronous work, for a thread that may wait for it.
final class Promise<Value: Sendable>: Sendable {
    private let result = Mutex<Result<Value, any Error>?>(nil)
    private let isFulfilled = DispatchSemaphore(value: 0)

    /// Starts `work` away from the calling thread.
    init(_ work: @escaping @Sendable () async throws -> Value) {
        Task.detached {
            do {
                self.fulfil(.success(try await work()))
            } catch {
                self.fulfil(.failure(error))
            }
        }
    }

    /// The result, once it is there; nil if it isn't at the deadline. To be called until it answers, and no more.
    func result(by deadline: DispatchTime) -> Result<Value, any Error>? {
        guard isFulfilled.wait(timeout: deadline) == .success else { return nil }
        return result.withLock { $0 }
    }

    private func fulfil(_ new: Result<Value, any Error>) {
        result.withLock { $0 = new }
        isFulfilled.signal()
    }
}
