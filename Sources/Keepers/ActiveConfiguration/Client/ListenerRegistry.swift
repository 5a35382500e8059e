/// The subscribers of each section, in the order of registration.
///
/// It is used under a lock. So nothing here may release the last reference to a listener or a handler: that would run code
/// of the app's, which may need the same lock. See `subscribers(of:)`.
struct ListenerRegistry: Sendable {
    /// A subscriber of a section.
    struct Registration: Sendable {
        let id: Int
        let subscriber: SectionSubscriber
    }

    /// A pending call: the subscriber, the section's name, and the section, nil if it was removed.
    struct Delivery: Sendable {
        let registration: Registration
        let sectionName: String
        let section: ActiveConfigSection?
    }

    private var registrations: [String: [Registration]] = [:]
    private var nextID = 1

    /// Adds a subscriber. A listener that is registered already keeps its position in the order.
    mutating func add(_ subscriber: SectionSubscriber, to sectionName: String) -> Registration {
        var list = (registrations[sectionName] ?? []).filter(\.subscriber.isAlive)
        if case .listener(let listener) = subscriber, let object = listener.object,
            let known = list.first(where: { $0.subscriber.isListener(object) })
        {
            registrations[sectionName] = list
            return known
        }
        let registration = Registration(id: nextID, subscriber: subscriber)
        nextID += 1
        list.append(registration)
        registrations[sectionName] = list
        return registration
    }

    mutating func remove(_ listener: any ActiveConfigListener, from sectionName: String) {
        keep(in: sectionName) { !$0.subscriber.isListener(listener) }
    }

    mutating func remove(_ id: Int, from sectionName: String) {
        keep(in: sectionName) { $0.id != id }
    }

    private mutating func keep(in sectionName: String, _ isKept: (Registration) -> Bool) {
        let list = (registrations[sectionName] ?? []).filter { $0.subscriber.isAlive && isKept($0) }
        registrations[sectionName] = list.isEmpty ? nil : list
    }

    func contains(_ id: Int, in sectionName: String) -> Bool {
        registrations[sectionName]?.contains { $0.id == id } == true
    }

    /// Strong references to all subscribers of a section. Take them under the lock before a change, and keep them until the
    /// lock is released: then neither a handler that is removed nor a listener that its owner releases at that moment is
    /// deallocated under the lock.
    func subscribers(of sectionName: String) -> [Any] {
        (registrations[sectionName] ?? []).map(\.subscriber.reference)
    }

    /// The continuations of all streams.
    var streams: [AsyncStream<ActiveConfigSection?>.Continuation] {
        registrations.values.joined().compactMap {
            if case .stream(let continuation) = $0.subscriber { continuation } else { nil }
        }
    }

    /// The calls that a change causes: section by section, in the order of registration within each.
    ///
    /// Some may be for listeners that no longer exist, which are not called. Checking whether a listener exists needs a
    /// strong reference, which could be the last one when it is released.
    func deliveries(for changes: SectionChanges, in state: ActiveConfigState) -> [Delivery] {
        guard !registrations.isEmpty else { return [] }
        return changes.names.flatMap { name in
            (registrations[name] ?? []).map {
                Delivery(registration: $0, sectionName: name, section: state[name])
            }
        }
    }
}

/// Is notified of the changes of a section.
///
/// **To use a listener**, register it with `ActiveConfig.registerListener(_:forSectionName:)`, and keep a reference to
/// it: an `ActiveConfig` holds its listeners weakly. One object may listen to several sections. For a closure or a
/// stream, use `observeSection` or `sections` instead.
public protocol ActiveConfigListener: AnyObject, Sendable {
    /// Called when the section exists, has changed, or was removed.
    ///
    /// It is called on the listener queue of `activeConfig`: soon after the registration if the section exists, and
    /// then after each deep change. `ActiveConfig.registerListener(_:forSectionName:)` describes the order of calls. It
    /// may use `activeConfig`, but must return soon, because later calls and notifications wait for it.
    ///
    /// - Parameters:
    ///   - activeConfig: the configuration that the section belongs to.
    ///   - configSection: the section as it was when the change was applied; nil when it was removed.
    ///   - sectionName: the section's name.
    func activeConfig(
        _ activeConfig: ActiveConfig, didReceiveConfigSection configSection: ActiveConfigSection?,
        forSectionName sectionName: String)
}

/// A listener, handler or stream that receives a section's changes.
enum SectionSubscriber: Sendable {
    case listener(WeakListener)
    case handler(@Sendable (ActiveConfigSection?) -> Void)
    case stream(AsyncStream<ActiveConfigSection?>.Continuation)

    /// A weak reference to a listener.
    ///
    /// A class, because copying a weak reference can take a strong one for a moment, which may be the last. Unchecked,
    /// because the reference is only set by the initializer.
    final class WeakListener: @unchecked Sendable {
        private(set) weak var object: (any ActiveConfigListener)?

        init(_ object: any ActiveConfigListener) {
            self.object = object
        }
    }

    /// The object that must not be released while a lock is held.
    var reference: Any {
        if case .listener(let listener) = self { listener.object as Any } else { self }
    }

    /// Whether the subscriber still exists.
    var isAlive: Bool {
        if case .listener(let listener) = self { listener.object != nil } else { true }
    }

    func isListener(_ object: any ActiveConfigListener) -> Bool {
        if case .listener(let listener) = self { listener.object === object } else { false }
    }
}
