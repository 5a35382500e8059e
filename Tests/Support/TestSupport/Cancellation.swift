/// Returns once the task that calls it is cancelled: for what takes longer than any test.
public func untilCancelled() async {
    let (stream, continuation) = AsyncStream<Never>.makeStream()
    for await _ in stream {}
    withExtendedLifetime(continuation) {}
}

/// A wait that never ends by itself.
///
/// - Throws: `CancellationError` once the task that calls it is cancelled.
public func untilCancelledThrowing() async throws {
    await untilCancelled()
    throw CancellationError()
}
