/// A user of etcd and the password. Only the user's name is printed.
package struct EtcdCredentials: Sendable, Hashable {
    /// The user's name.
    package let user: String
    let password: String

    /// Creates credentials.
    package init(user: String, password: String) {
        (self.user, self.password) = (user, password)
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
