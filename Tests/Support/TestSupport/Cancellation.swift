/// Returns once the task that calls it is cancelled: for what takes longer than any test.
public func untilCancelled() async {
    let (stream, continuation) = AsyncStream<Never>.makeStream()
    for await _ in stream {}
    withExtendedLifetime(continuation) {}
}
