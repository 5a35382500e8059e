import ExperimentsCore
import ExperimentsLinkProtocol
import ExperimentsLocks
import ExperimentsTransport
import Foundation

#if canImport(Network)
import Dispatch
import Network
#endif

/// The network, the time and the randomness that a link uses. Tests supply their own.
struct LinkSurroundings: Sendable {
    /// Sends requests.
    var transport: any StreamingTransport
    /// The time since any fixed moment. It continues while the device sleeps, and no change to its clock affects it.
    var now: @Sendable () -> Duration
    /// Waits until that time has come.
    var wait: @Sendable (_ until: Duration) async throws -> Void
    /// The time by the device's clock.
    var date: @Sendable () -> Date
    /// A random number from 0 up to 1.
    var fraction: @Sendable () -> Double
    /// Reports each change of the network, and whether it can be used.
    var watchNetwork: @Sendable (@escaping @Sendable (_ isUsable: Bool) -> Void) -> ObservationHandle?

    /// Whether the app may follow its link now.
    var presence = AppPresence()

    /// The real world.
    static var real: LinkSurroundings {
        let start = ContinuousClock.now
        return LinkSurroundings(
            transport: SystemTransport(), now: { start.duration(to: .now) },
            wait: {
                try await Task.sleep(until: start + $0, tolerance: .milliseconds(50), clock: .continuous)
            },
            date: { Date() }, fraction: { Double.random(in: 0..<1) },
            watchNetwork: LinkSurroundings.watchPath,
            presence: .system)
    }
}

extension AppIdentity {
    /// Returns the identity of the running program from its bundle and system.
    ///
    /// - Parameters:
    ///   - app: the name for which links are issued.
    ///   - installation: the identifier of this installation, the same at every start.
    public static func current(app: String, installation: String) -> AppIdentity {
        let bundle = Bundle.main.infoDictionary ?? [:]
        return AppIdentity(
            app: app, version: bundle["CFBundleShortVersionString"] as? String,
            build: bundle["CFBundleVersion"] as? String, system: system, device: machine,
            installation: installation)
    }

    private static var system: String {
        #if os(iOS)
        let name = "iOS"
        #elseif os(macOS)
        let name = "macOS"
        #elseif os(tvOS)
        let name = "tvOS"
        #elseif os(watchOS)
        let name = "watchOS"
        #elseif os(visionOS)
        let name = "visionOS"
        #else
        let name = "Linux"
        #endif
        let version = ProcessInfo.processInfo.operatingSystemVersion
        return "\(name) \(version.majorVersion).\(version.minorVersion).\(version.patchVersion)"
    }

    /// The kind of the device, such as `iPhone16,2` or `x86_64`. On a Mac, its processor.
    private static var machine: String? {
        var names = utsname()
        guard uname(&names) == 0 else { return nil }
        return withUnsafeBytes(of: &names.machine) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }
}

/// The network that the device uses.
extension LinkSurroundings {
    /// Reports when the device begins to use another network, and when it has one at all, until the handle is released.
    ///
    /// - Returns: nil if the system does not report this. In that case, a lost stream is detected only by its silence.
    @Sendable static func watchPath(_ tell: @escaping @Sendable (_ isUsable: Bool) -> Void)
        -> ObservationHandle?
    {
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

    /// Whether it is another network than before. Many changes do not matter here, such as its cost.
    private func isOther(_ path: NWPath) -> Bool {
        let name = "\(path.status) \(path.availableInterfaces.first?.name ?? "")"
        return last.withLock { last in
            defer { last = name }
            return last != nil && last != name
        }
    }
}
#endif
