import ExperimentsLocks

/// Large values that are no longer needed. Releasing a hundred thousand rows takes as long as a frame, so it is done in
/// the background.
public final class DiscardedValues: Sendable {
    private let contents: Mutex<[any Sendable]>

    /// Takes values that are no longer needed. There should be no other references to them.
    public init(_ contents: [any Sendable]) {
        self.contents = Mutex(contents)
    }

    /// Releases the values on the calling thread. Remaining references to this object then hold nothing.
    public func release() {
        let last = contents.withLock { contents in
            let taken = contents
            contents = []
            return taken
        }
        _ = last
    }
}
