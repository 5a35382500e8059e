/// Whether an app uses the network without being asked: only while it is in the foreground, and not in Low Data Mode. A
/// request of the app itself is always carried out.
package struct AppLifecycle: Sendable, Hashable {
    /// A notice of the system about an app.
    package enum Event: Sendable, Hashable {
        /// The app is in the foreground, or is about to be.
        case foreground
        /// The app is in the background. The system may suspend it at any moment.
        case background
        /// Low Data Mode was switched on or off.
        case lowData(Bool)
    }

    /// The consequence for the app's network traffic.
    package enum Effect: Sendable, Hashable {
        /// Streams may be opened, and missed changes are fetched.
        case resume
        /// Streams must be closed.
        case rest
    }

    package private(set) var isInForeground = true
    package private(set) var isLowData = false

    /// Creates the state of an app that has just been started. It counts as in the foreground.
    package init() {}

    /// Whether streams may be open.
    package var isActive: Bool { isInForeground && !isLowData }

    /// Handles a notice of the system.
    ///
    /// - Returns: the consequence; nil if nothing changes.
    package mutating func handle(_ event: Event) -> Effect? {
        let wasActive = isActive
        switch event {
        case .foreground: isInForeground = true
        case .background: isInForeground = false
        case .lowData(let isOn): isLowData = isOn
        }
        guard isActive != wasActive else { return nil }
        return isActive ? .resume : .rest
    }
}
