import ExperimentsSupport

/// The resources whose changes a client wants to know.
struct Subscriptions: Sendable {
    /// Addresses that were subscribed to after a handshake.
    private var addresses: Set<String> = []
    /// Requests that listen, with their addresses.
    private var listeners: [RequestID: Set<String>] = [:]

    var isWatching: Bool { !addresses.isEmpty || listeners.values.contains { !$0.isEmpty } }

    func listens(_ id: RequestID) -> Bool { listeners[id] != nil }

    mutating func add(_ address: String) { addresses.insert(address) }

    mutating func remove(_ address: String) { addresses.remove(address) }

    mutating func listen(_ id: RequestID, to wanted: Set<String>) { listeners[id] = wanted }

    /// Ends a request that listens. Returns whether changes are still to be followed; nil if it did not listen.
    mutating func end(_ id: RequestID) -> Bool? {
        listeners.removeValue(forKey: id).map { _ in isWatching }
    }

    /// Returns the notifications about changed resources.
    func messages(about changed: Set<String>) -> [JSONValue] {
        var messages = addresses.intersection(changed).sorted().map { Self.updated($0, for: nil) }
        for (id, wanted) in listeners {
            messages += wanted.intersection(changed).sorted().map { Self.updated($0, for: id) }
        }
        return messages
    }

    static func updated(_ address: String, for listener: RequestID?) -> JSONValue {
        let meta: JSONValue? = listener.map { [ProtocolField.subscription: $0.json] }
        return .notification(
            "notifications/resources/updated", JSONObject(present: ["uri": .string(address), "_meta": meta]))
    }
}
