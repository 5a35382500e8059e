import Locks

/// Something large that is no longer needed. To let go of a hundred thousand rows takes as long as a frame, so it is
/// done in the background.
public final class DiscardedValues: Sendable {
    private let contents: Mutex<[any Sendable]>

    /// Takes over what is no longer needed; nobody else should hold it.
    public init(_ contents: [any Sendable]) {
        self.contents = Mutex(contents)
    }

    /// Lets go of it, where this is called: whoever still holds the box then holds nothing.
    public func release() {
        let last = contents.withLock { contents in
            let taken = contents
            contents = []
            return taken
        }
        _ = last
    }
}
