import ExperimentsCore
import Locks

/// Where `@Remote` finds its service: the one that was handed down for a task, otherwise the app's. There is none unless
/// one is given.
public enum RemoteScope {
    @TaskLocal private static var handedDown: RemoteConfigService?
    private static let app = Mutex<RemoteConfigService?>(nil)
    @TaskLocal static var unserved = UnservedReads()

    /// The service in force here, if there is one.
    public static var service: RemoteConfigService? { handedDown ?? app.withLock { $0 } }

    /// Makes a service that of the app, for all who were handed down none; with nil, takes it away.
    public static func use(_ service: RemoteConfigService?) {
        let previous = app.withLock { app in
            defer { app = service }
            return app
        }
        // Let go of without the lock: a service may do anything when it ends.
        withExtendedLifetime(previous) {}
    }

    /// Hands a service down to `operation` and to the tasks that it makes.
    public static func with<Result>(
        _ service: RemoteConfigService, _ operation: () throws -> Result
    ) rethrows -> Result {
        try $handedDown.withValue(service) { try operation() }
    }

    /// Hands a service down to `operation` and to the tasks that it makes.
    public static func with<Result>(
        _ service: RemoteConfigService, isolation: isolated (any Actor)? = #isolation,
        _ operation: () async throws -> Result
    ) async rethrows -> Result {
        try await $handedDown.withValue(service, operation: operation, isolation: isolation)
    }
}
