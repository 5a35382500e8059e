import ExperimentsCore
import Locks

#if canImport(Network)
import Dispatch
import Network
#endif

/// The network that the device uses.
enum NetworkPath {
    /// Tells when the device begins to use another network, and when it has one at all, until the handle is released.
    ///
    /// - Returns: nil if the system does not say. Then only its silence shows that a stream was lost.
    @Sendable static func watch(_ tell: @escaping @Sendable (_ isUsable: Bool) -> Void) -> ObservationHandle? {
        #if canImport(Network)
        let watch = NetworkWatch(tell)
        return ObservationHandle { watch.stop() }
        #else
        return nil
        #endif
    }
}

#if canImport(Network)
/// The system's monitor of paths, which may be used from any thread.
private final class NetworkWatch: @unchecked Sendable {
    private let monitor = NWPathMonitor()
    private let last = Mutex<String?>(nil)

    init(_ tell: @escaping @Sendable (_ isUsable: Bool) -> Void) {
        monitor.pathUpdateHandler = { [weak self] path in
            if self?.isOther(path) == true { tell(path.status == .satisfied) }
        }
        monitor.start(queue: DispatchQueue(label: "experiments.link.network", qos: .utility))
    }

    func stop() { monitor.cancel() }

    /// Whether it is another network than before. Much changes that is of no interest here, such as what it costs.
    private func isOther(_ path: NWPath) -> Bool {
        let name = "\(path.status) \(path.availableInterfaces.first?.name ?? "")"
        return last.withLock { last in
            defer { last = name }
            return last != nil && last != name
        }
    }
}
#endif
