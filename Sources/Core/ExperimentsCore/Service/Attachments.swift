import Locks

/// Objects that other modules attach to a service or a client for as long as it lives, one of each type.
package final class Attachments: Sendable {
    private let objects = Mutex<[ObjectIdentifier: any AnyObject & Sendable]>([:])

    package init() {}

    /// Returns the object of this type. If there is none yet, `make` creates it.
    package func object<Object: AnyObject & Sendable>(_ make: () -> Object) -> Object {
        objects.withLock { objects in
            if let found = objects[ObjectIdentifier(Object.self)] as? Object { return found }
            let new = make()
            objects[ObjectIdentifier(Object.self)] = new
            return new
        }
    }
}

extension RemoteConfigService {
    /// Returns the object of this type that belongs to the service. If there is none yet, `make` creates it. `make`
    /// must not use the service.
    package func attachment<Object: AnyObject & Sendable>(
        of _: Object.Type = Object.self, _ make: () -> Object
    ) -> Object {
        attachments.object(make)
    }
}
