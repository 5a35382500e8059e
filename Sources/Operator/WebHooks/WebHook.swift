import ExperimentsCore
import ExperimentsTransport
import Foundation

/// An address that is told of what happens to keys.
///
/// Neither the path of the address nor the secret is ever shown: whoever knows them can send news, or sign them.
package struct WebHook: Sendable {
    /// What it is told of.
    package struct Interest: Sendable, Hashable {
        /// The keys whose every change is told.
        package var keys: Set<String>
        /// Whether it is told when a key becomes missing or incorrect, and when it is mended.
        package var broken: Bool
        /// Whether it is told when fetches begin to fail, and when they succeed again.
        package var failures: Bool

        package init(keys: Set<String> = [], broken: Bool = false, failures: Bool = false) {
            (self.keys, self.broken, self.failures) = (keys, broken, failures)
        }
    }

    /// Where news are sent.
    let url: URL
    /// What they are signed with; nil for not at all.
    let secret: String?
    /// What it is told of.
    package let interest: Interest

    package init(url: URL, secret: String?, interest: Interest) {
        (self.url, self.secret, self.interest) = (url, secret, interest)
    }

    /// What it is called in messages: the host alone.
    package var name: String { url.hostAndPort }
}

extension WebHook: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The host.
    package var description: String { name }
    /// The host.
    package var debugDescription: String { name }
    /// Shows the host alone.
    package var customMirror: Mirror { Mirror(self, children: ["host": name]) }
}
