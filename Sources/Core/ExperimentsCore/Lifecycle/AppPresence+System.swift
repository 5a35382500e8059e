import Foundation

#if canImport(Network)
import Network
#endif
#if os(watchOS)
import WatchKit
#elseif canImport(UIKit)
import UIKit
#endif

extension AppPresence {
    /// The presence of the running app. On Linux and macOS, it is always in the foreground.
    package static let system: AppPresence = {
        let presence = AppPresence()
        #if os(watchOS) || canImport(UIKit)
        Task { @MainActor in presence.followNotices() }
        #endif
        #if canImport(Network)
        LowDataWatch.shared.start { presence.report(.lowData($0)) }
        #endif
        return presence
    }()

    #if os(watchOS) || canImport(UIKit)
    /// Observes the notifications of the system for as long as the process lives.
    @MainActor
    private func followNotices() {
        #if os(watchOS)
        follow(WKApplication.willEnterForegroundNotification, as: .foreground)
        follow(WKApplication.didEnterBackgroundNotification, as: .background)
        #else
        follow(UIApplication.willEnterForegroundNotification, as: .foreground)
        follow(UIApplication.didEnterBackgroundNotification, as: .background)
        #endif
    }

    private func follow(_ name: Notification.Name, as event: AppLifecycle.Event) {
        _ = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { _ in
            self.report(event)
        }
    }
    #endif
}

#if canImport(Network)
/// Reports whether the device's network is in Low Data Mode, as long as the process runs.
// Unchecked, because the system's monitor may be used from any thread.
private final class LowDataWatch: @unchecked Sendable {
    static let shared = LowDataWatch()

    private let monitor = NWPathMonitor()

    func start(_ tell: @escaping @Sendable (Bool) -> Void) {
        monitor.pathUpdateHandler = { tell($0.isConstrained) }
        monitor.start(queue: DispatchQueue(label: "experiments.network", qos: .utility))
    }
}
#endif
