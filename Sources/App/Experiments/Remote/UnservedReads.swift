import ExperimentsCore
import Foundation
import Locks

/// Warns, once for each key, that it was read before there was a service.
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
            "Experiments: key '\(VisibleText.of(name))' was read before there was a service, and has its default; "
                + "give one with RemoteScope.use(_:) or RemoteScope.with(_:_:) first")
    }
}
