/// Who wants to hear of a section.
enum SectionSubscriber: Sendable {
    case listener(WeakListener)
    case handler(@Sendable (ActiveConfigSection?) -> Void)
    case stream(AsyncStream<ActiveConfigSection?>.Continuation)

    /// A listener that is not kept alive.
    struct WeakListener: Sendable {
        weak var object: (any ActiveConfigListener)?
    }

    /// Whether there is still somebody to tell.
    var isAlive: Bool {
        if case .listener(let listener) = self { listener.object != nil } else { true }
    }

    func isListener(_ object: any ActiveConfigListener) -> Bool {
        if case .listener(let listener) = self { listener.object === object } else { false }
    }
}
