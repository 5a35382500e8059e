/// A listener, handler or stream that receives a section's changes.
enum SectionSubscriber: Sendable {
    case listener(WeakListener)
    case handler(@Sendable (ActiveConfigSection?) -> Void)
    case stream(AsyncStream<ActiveConfigSection?>.Continuation)

    /// A listener that is not kept alive.
    ///
    /// A class, because copying a weak reference can take a strong one for a moment, which may be the last. Unchecked,
    /// because the reference is only set by the initializer.
    final class WeakListener: @unchecked Sendable {
        private(set) weak var object: (any ActiveConfigListener)?

        init(_ object: any ActiveConfigListener) {
            self.object = object
        }
    }

    /// A strong reference to a subscriber.
    enum Reference {
        case listener((any ActiveConfigListener)?)
        case other(SectionSubscriber)
    }

    var reference: Reference {
        if case .listener(let listener) = self { .listener(listener.object) } else { .other(self) }
    }

    /// Whether the subscriber still exists.
    var isAlive: Bool {
        if case .listener(let listener) = self { listener.object != nil } else { true }
    }

    func isListener(_ object: any ActiveConfigListener) -> Bool {
        if case .listener(let listener) = self { listener.object === object } else { false }
    }
}
