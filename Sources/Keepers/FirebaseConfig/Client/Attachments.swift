import Synchronization

/// Things that other modules keep with a client, at most one of each type, for as long as the client lives.
package final class Attachments: Sendable {
    private let things = Mutex<[ObjectIdentifier: any Sendable]>([:])

    /// The thing of a type: the one there is, else the one that `make` makes.
    package func thing<Thing: Sendable>(_ make: () -> Thing) -> Thing {
        things.withLock { things in
            if let thing = things[ObjectIdentifier(Thing.self)] as? Thing { return thing }
            let thing = make()
            things[ObjectIdentifier(Thing.self)] = thing
            return thing
        }
    }
}
