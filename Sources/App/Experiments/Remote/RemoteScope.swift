import ExperimentsCore
import ExperimentsLocks
import Foundation

/// The service that `@Remote` properties read from: the one that ``with(_:_:)`` sets for a task, otherwise the one that
/// ``use(_:)`` sets for the whole app. By default, there is none.
public enum RemoteScope {
    @TaskLocal private static var handedDown: ServiceReference?
    private static let app = Mutex<ServiceReference?>(nil)
    @TaskLocal static var unserved = UnservedReads()

    /// The service for the current task, if there is one.
    public static var service: RemoteConfigService? { reference?.service }

    static var reference: ServiceReference? { handedDown ?? app.withLock { $0 } }

    /// Sets the service of the app, which is used unless ``with(_:_:)`` sets another one. Pass nil to remove it.
    public static func use(_ service: RemoteConfigService?) {
        let previous = app.withLock { app in
            defer { app = service.map(ServiceReference.init) }
            return app
        }
        // Release it outside the lock, because the deinitializer of a service may run any code.
        withExtendedLifetime(previous) {}
    }

    /// Sets the service for `operation` and for the tasks that it creates.
    public static func with<Result>(
        _ service: RemoteConfigService, _ operation: () throws -> Result
    ) rethrows -> Result {
        try $handedDown.withValue(ServiceReference(service)) { try operation() }
    }

    /// Sets the service for `operation` and for the tasks that it creates.
    public static func with<Result>(
        _ service: RemoteConfigService, isolation: isolated (any Actor)? = #isolation,
        _ operation: () async throws -> Result
    ) async rethrows -> Result {
        try await $handedDown.withValue(ServiceReference(service), operation: operation, isolation: isolation)
    }
}

/// Warns once for each key that is read without a service.
final class UnservedReads: Sendable {
    private let names = Mutex<Set<String>>([])
    private let print: @Sendable (String) -> Void

    init(
        print: @escaping @Sendable (String) -> Void = { FileHandle.standardError.write(Data("\($0)\n".utf8)) }
    ) {
        self.print = print
    }

    func note(_ name: String) {
        guard names.withLock({ $0.insert(name).inserted }) else { return }
        print(
            "Experiments: key \"\(VisibleText.of(name))\" was read without a service, so it has its default. Call "
                + "RemoteScope.use(_:) first. In a test, a dispatch queue or Task.detached is outside the test's task: "
                + "pass the service, as in @Remote(.key, in: service)")
    }
}
