/// Who listens to which section, in the order of registration.
struct ListenerRegistry: Sendable {
    /// One entry: a subscriber of one section.
    struct Registration: Sendable {
        let id: Int
        let subscriber: SectionSubscriber
    }

    /// Something to tell to one subscriber.
    struct Delivery: Sendable {
        let registration: Registration
        let sectionName: String
        let section: ActiveConfigSection?
    }

    private var registrations: [String: [Registration]] = [:]
    private var nextID = 1

    /// Adds a subscriber. A listener that is already there keeps its place.
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

    /// What is to be told after a change: section by section, in order of registration within each.
    func deliveries(for changes: SectionChanges, in state: ActiveConfigState) -> [Delivery] {
        guard !registrations.isEmpty else { return [] }
        return changes.names.flatMap { name in
            (registrations[name] ?? []).filter(\.subscriber.isAlive).map {
                Delivery(registration: $0, sectionName: name, section: state[name])
            }
        }
    }
}

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
