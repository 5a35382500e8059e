/// Whether an app does anything on the network of its own accord: only while its user sees it, and not in Low Data Mode.
/// What is asked for is always done.
package struct AppLifecycle: Sendable, Hashable {
    /// What the system tells of an app.
    package enum Event: Sendable, Hashable {
        /// Its user sees it, or is about to.
        case foreground
        /// Its user no longer sees it; the system may suspend it at any moment.
        case background
        /// Whether the user wants the network to be spared, such as by Low Data Mode.
        case lowData(Bool)
    }

    /// What follows for the app's traffic.
    package enum Effect: Sendable, Hashable {
        /// Streams may be opened, and what was missed is fetched.
        case resume
        /// Streams are closed.
        case rest
    }

    package private(set) var isInForeground = true
    package private(set) var isLowData = false

    /// An app that has just been started, in the foreground as far as anybody knows.
    package init() {}

    /// Whether streams may be open.
    package var isActive: Bool { isInForeground && !isLowData }

    /// Takes in what the system tells.
    ///
    /// - Returns: what follows; nil where everything goes on as before.
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
