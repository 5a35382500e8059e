/// The PEM text of a private key. It prints as `(hidden)`.
struct PrivateKeyText: Sendable, Hashable {
    let pem: String
}

extension PrivateKeyText: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    var description: String { "(hidden)" }
    var debugDescription: String { description }
    var customMirror: Mirror { Mirror(self, children: []) }
}
