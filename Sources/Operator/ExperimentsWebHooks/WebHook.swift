import ExperimentsTransport
import Foundation

/// An address to which events are reported.
///
/// Neither the path of the address nor the secret is ever shown, because anyone who knows them could send or sign
/// messages.
package struct WebHook: Sendable {
    /// The events to report.
    package struct Interest: Sendable, Hashable {
        /// The keys for which every change is reported.
        package var keys: Set<String>
        /// Whether it is reported when a key becomes missing or incorrect, and when it recovers.
        package var broken: Bool
        /// Whether it is reported when fetches begin to fail, and when they succeed again.
        package var failures: Bool
        /// Whether the steps of rollouts are reported.
        package var rollouts: Bool

        package init(
            keys: Set<String> = [], broken: Bool = false, failures: Bool = false, rollouts: Bool = false
        ) {
            self.rollouts = rollouts
            self.keys = keys
            self.broken = broken
            self.failures = failures
        }
    }

    /// The address to which messages are sent.
    let url: URL
    /// The secret that messages are signed with; nil for unsigned messages.
    let secret: String?
    /// The events to report.
    package let interest: Interest

    package init(url: URL, secret: String?, interest: Interest) {
        self.url = url
        self.secret = secret
        self.interest = interest
    }

    /// The name in messages: the host only.
    package var name: String { url.hostAndPort }
}

extension WebHook: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The host.
    package var description: String { name }
    /// The host.
    package var debugDescription: String { name }
    /// A mirror with the host only.
    package var customMirror: Mirror { Mirror(self, children: ["host": name]) }
}
