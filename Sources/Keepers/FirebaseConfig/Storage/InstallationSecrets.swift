import ExperimentsCore
import Locks

/// Keeps an installation apart from the rest of a client's state, where the system has a place for secrets.
final class InstallationSecrets: Sendable {
    private let store: any SecretStore
    private let name: String
    /// What is kept by now, so that it is not kept again with each fetch.
    private let kept = Mutex<[UInt8]?>(nil)

    /// - Parameter name: what the secret is filed under.
    init(_ store: any SecretStore, name: String) {
        (self.store, self.name) = (store, name)
    }

    /// Adds the installation to a document that was saved without it, if one is kept for the same app.
    func restore(_ document: inout JSONValue) throws(FileProblem) {
        guard var object = document.object, object["installation"] == nil,
            let bytes = try store.secret(named: name), let secret = (try? JSONValue(parsing: bytes))?.object,
            Self.identity.allSatisfy({ secret[$0] == object[$0] })
        else { return }
        object["installation"] = secret["installation"]
        document = .object(object)
        kept.withLock { $0 = bytes }
    }

    /// Takes the installation out of a document, and keeps it.
    func keep(_ document: inout JSONValue) throws(FileProblem) {
        guard var object = document.object else { return }
        guard let installation = object["installation"] else { return forget() }
        var secret = JSONObject()
        for member in Self.identity { secret[member] = object[member] }
        secret["installation"] = installation
        let bytes = JSONValue.object(secret).compactBytes
        if kept.withLock({ $0 }) != bytes {
            try store.keep(bytes, as: name)
            kept.withLock { $0 = bytes }
        }
        object["installation"] = nil
        document = .object(object)
    }

    private func forget() {
        store.forget(name)
        kept.withLock { $0 = nil }
    }

    /// The members that say whose the state is.
    private static let identity = ["project", "app", "namespace"]
}
