import ExperimentsCore
import ExperimentsTransport
import Foundation

/// The address of a member for clients, such as `http://127.0.0.1:2379`.
package struct EtcdEndpoint: Sendable, Hashable, CustomStringConvertible {
    /// The address.
    package let url: URL

    /// Parses an address.
    ///
    /// - Throws: `MessageError`, which does not show a possible password.
    package init(parsing text: String) throws(MessageError) {
        guard text.isVisibleASCII, let parts = URLComponents(string: text),
            let scheme = parts.scheme?.lowercased()
        else {
            throw Self.problem("it is not an address")
        }
        guard ["http", "https"].contains(scheme) else {
            throw Self.problem("it must begin with http:// or https://")
        }
        guard parts.user == nil, parts.password == nil else {
            throw Self.problem("it must not contain a user or a password")
        }
        guard let host = parts.host, !host.isEmpty else { throw Self.problem("it has no host") }
        guard parts.path.isEmpty || parts.path == "/", parts.query == nil, parts.fragment == nil else {
            throw Self.problem("nothing may follow the host and the port")
        }
        guard parts.port != 0, let url = parts.url else { throw Self.problem("it is not an address") }
        self.url = url
    }

    private static func problem(_ reason: String) -> MessageError {
        MessageError("expected the address of an etcd member, such as http://127.0.0.1:2379: \(reason)")
    }

    /// The host and the port, as messages show a member.
    package var description: String { url.hostAndPort }
}

/// A user of etcd and the password. Only the user's name is printed.
package struct EtcdCredentials: Sendable, Hashable {
    /// The user's name.
    package let user: String
    let password: String

    /// Creates credentials.
    package init(user: String, password: String) {
        self.user = user
        self.password = password
    }
}

extension EtcdCredentials: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The user's name.
    package var description: String { user }
    /// The user's name.
    package var debugDescription: String { user }
    /// A mirror with the user's name only.
    package var customMirror: Mirror { Mirror(self, children: ["user": user]) }
}
