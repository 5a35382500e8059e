import ExperimentsCore
import Foundation
import Locks

/// Warns, once for each key, that it was read without a service.
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
            "Experiments: key '\(VisibleText.of(name))' was read where there is no service, and has its default. Call "
                + "RemoteScope.use(_:) first. In a test, a dispatch queue or Task.detached is outside the test's task: "
                + "pass the service, as in @Remote(.key, in: service)")
    }
}
