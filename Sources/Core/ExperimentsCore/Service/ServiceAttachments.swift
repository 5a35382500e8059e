import Locks

/// What other modules keep for a service, for as long as it lives: one object of each type.
final class ServiceAttachments: Sendable {
    private let objects = Mutex<[ObjectIdentifier: any AnyObject & Sendable]>([:])

    func object<Object: AnyObject & Sendable>(_ make: () -> Object) -> Object {
        objects.withLock { objects in
            if let found = objects[ObjectIdentifier(Object.self)] as? Object { return found }
            let new = make()
            objects[ObjectIdentifier(Object.self)] = new
            return new
        }
    }
}

extension RemoteConfigService {
    /// The object of this type that belongs to the service, made by `make` where there is none yet. `make` must not use
    /// the service.
    package func attachment<Object: AnyObject & Sendable>(
        of _: Object.Type = Object.self, _ make: () -> Object
    ) -> Object {
        attachments.object(make)
    }
}
