import Dispatch
import ExperimentsCore
import Synchronization

extension ActiveConfig {
    /// Lets `listener` hear of a section for as long as somebody else keeps it alive.
    ///
    /// The listener is called on the listener queue: once with the section as it is now, if there is one, and then after
    /// each deep change, with nil when the section goes away. Calls come in the order of the changes; within one change,
    /// section by section (the changed ones in the order of the new document, then the removed ones in alphabetical
    /// order) and in order of registration within a section. Registering again repeats the first call and changes
    /// nothing else.
    ///
    /// - Parameters:
    ///   - listener: who hears; held weakly.
    ///   - sectionName: the section, which need not exist yet.
    public func registerListener(_ listener: any ActiveConfigListener, forSectionName sectionName: String) {
        subscribe(.listener(.init(object: listener)), to: sectionName)
    }

    /// Ends a registration. A call that has not begun by then is not made any more.
    public func removeListener(_ listener: any ActiveConfigListener, forSectionName sectionName: String) {
        contents.withLock { $0.registry.remove(listener, from: sectionName) }
    }

    /// Calls `handler` as a listener is called, for as long as the result is kept.
    public func observeSection(
        named sectionName: String, _ handler: @escaping @Sendable (ActiveConfigSection?) -> Void
    ) -> ObservationHandle {
        let id = subscribe(.handler(handler), to: sectionName)
        return ObservationHandle { [weak self] in
            self?.contents.withLock { $0.registry.remove(id, from: sectionName) }
        }
    }

    /// The section as it is now, if there is one, then as it is after each deep change; nil when it goes away.
    ///
    /// The stream does not go by the listener queue. It ends when its consumer lets go of it.
    ///
    /// - Parameter bufferingPolicy: what becomes of changes that the consumer has not taken yet.
    public func sections(
        named sectionName: String,
        bufferingPolicy: AsyncStream<ActiveConfigSection?>.Continuation.BufferingPolicy = .unbounded
    ) -> AsyncStream<ActiveConfigSection?> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: ActiveConfigSection?.self, bufferingPolicy: bufferingPolicy)
        let id = subscribe(.stream(continuation), to: sectionName)
        continuation.onTermination = { [weak self] _ in
            self?.contents.withLock { $0.registry.remove(id, from: sectionName) }
        }
        return stream
    }

    @discardableResult
    private func subscribe(_ subscriber: SectionSubscriber, to sectionName: String) -> Int {
        contents.withLock { contents in
            let registration = contents.registry.add(subscriber, to: sectionName)
            if let section = contents.current.state[sectionName] {
                enqueue([.init(registration: registration, sectionName: sectionName, section: section)])
            }
            return registration.id
        }
    }

    /// Lines calls up. Runs nobody's code, so that it can be called while the contents are locked.
    func enqueue(_ deliveries: [ListenerRegistry.Delivery]) {
        var calls: [ListenerRegistry.Delivery] = []
        for delivery in deliveries {
            if case .stream(let continuation) = delivery.registration.subscriber {
                continuation.yield(delivery.section)
            } else {
                calls.append(delivery)
            }
        }
        guard !calls.isEmpty else { return }
        listenerQueue.async { [calls] in
            for call in calls { self.make(call) }
        }
    }

    private func make(_ call: ListenerRegistry.Delivery) {
        let isWanted = contents.withLock { $0.registry.contains(call.registration.id, in: call.sectionName) }
        guard isWanted else { return }
        switch call.registration.subscriber {
        case .listener(let listener):
            listener.object?.activeConfig(
                self, didReceiveConfigSection: call.section, forSectionName: call.sectionName)
        case .handler(let handler): handler(call.section)
        case .stream: break
        }
    }
}

/// Hears of a section of the configuration.
public protocol ActiveConfigListener: AnyObject, Sendable {
    /// The section is there, has changed, or is gone.
    ///
    /// Called on the listener queue of `activeConfig`: soon after the registration if the section exists, then after
    /// each deep change. See `ActiveConfig.registerListener(_:forSectionName:)` for the order of calls.
    ///
    /// - Parameters:
    ///   - configSection: the section as it was when the change was applied; nil when it is gone.
    ///   - sectionName: its name.
    func activeConfig(
        _ activeConfig: ActiveConfig, didReceiveConfigSection configSection: ActiveConfigSection?,
        forSectionName sectionName: String)
}
