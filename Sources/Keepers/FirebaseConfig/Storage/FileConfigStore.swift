import ExperimentsCore
import ExperimentsLocks
import Foundation

/// Stores the state in a JSON file that only its owner can read, because it contains the credentials of the
/// installation. On Apple platforms the credentials are in the Keychain, for this device only.
///
/// A file that cannot be used, because it is damaged, has a later version, or belongs to another app, is renamed and
/// kept next to the new one. A file that cannot be read at all is not changed, and nothing is saved.
public final class FileConfigStore: ConfigStore {
    /// The path of the file.
    public let path: String
    private let now: @Sendable () -> Date
    /// The reason why the file must not be overwritten, if there is one.
    private let obstacle = Mutex<FileProblem?>(nil)

    private let installation: InstallationSecrets?

    /// Creates a store at `path`. The file and its folder are created by the first save.
    public convenience init(path: String, now: @escaping @Sendable () -> Date = { Date() }) {
        #if canImport(Security)
        let secrets = KeychainSecrets(
            service: "Experiments installation", folder: PathText.folder(of: path), limit: 100_000,
            calls: .system)
        self.init(path: path, secrets: secrets, now: now)
        #else
        self.init(path: path, secrets: nil, now: now)
        #endif
    }

    /// - Parameter secrets: the storage of the installation; nil for the file itself.
    package init(path: String, secrets: (any SecretStore)?, now: @escaping @Sendable () -> Date = { Date() })
    {
        (self.path, self.now) = (path, now)
        installation = secrets.map {
            InstallationSecrets($0, name: PathText.name(of: path) + ".installation")
        }
    }

    /// Reads the file. For a file that cannot be used, see the description of the type.
    public func load(for identity: StoreIdentity) -> (state: StoredState, warning: String?) {
        let bytes: [UInt8]
        do {
            bytes = try FileBytes.read(path)
        } catch {
            guard !error.isMissing else { return (StoredState(), nil) }
            obstacle.withLock { $0 = error }
            return (StoredState(), "the stored configuration cannot be read: \(error)")
        }
        do {
            guard let installation else { return (try StoredState(parsing: bytes, for: identity), nil) }
            return try load(bytes, for: identity, with: installation)
        } catch {
            return (StoredState(), setAside(because: error))
        }
    }

    private func load(
        _ bytes: [UInt8], for identity: StoreIdentity, with installation: InstallationSecrets
    ) throws(MessageError) -> (state: StoredState, warning: String?) {
        guard var document = try? JSONValue(parsing: bytes) else {
            return (try StoredState(parsing: bytes, for: identity), nil)
        }
        var warning: String?
        do throws(FileProblem) {
            try installation.restore(&document)
        } catch {
            // The device was not unlocked yet: another installation must not replace this one.
            obstacle.withLock { $0 = error }
            warning = "the stored installation cannot be read: \(error)"
        }
        return (try StoredState(document, for: identity), warning)
    }

    /// Replaces the file as a whole.
    ///
    /// - Throws: `FileProblem`. The old file is then unchanged.
    public func save(_ state: StoredState, for identity: StoreIdentity) throws {
        var document = state.json(for: identity)
        try obstacle.withLock { obstacle in
            if let obstacle { throw obstacle }
            try installation?.keep(&document)
            let bytes = document.prettyBytes + [UInt8(ascii: "\n")]
            // Like itself: for its owner alone at first, and then as its owner left it.
            try AtomicFile.write(bytes, to: path, permissions: .like(path))
            // An installation belongs to one device, and another device may be set up from a backup of this one.
            Folders.excludeFromBackups(path)
        }
    }

    private func setAside(because problem: MessageError) -> String {
        let words = "the stored configuration \(path) cannot be used: \(problem.message)"
        guard let aside = AtomicFile.setAside(path, at: now()) else { return words }
        return words + "; it was set aside as \(aside)"
    }

    /// Returns the default path for the state of an app: below `$XDG_STATE_HOME/experiments/firebase` (by default in
    /// `~/.local/state`), or on Apple platforms below Application Support.
    public static func defaultPath(
        for project: FirebaseProject, namespace: String = "firebase",
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> String {
        let name = [project.projectID, project.appID.text, namespace].joined(separator: "-")
            .replacing(/[^A-Za-z0-9._\-]/, with: "_")
        return BaseFolder.appData(environment) + "/experiments/firebase/\(name).json"
    }
}

/// Stores an installation separately from the rest of a client's state, if the system has a place for secrets.
final class InstallationSecrets: Sendable {
    private let store: any SecretStore
    private let name: String
    /// The stored installation, so that it is not stored again with each fetch.
    private let kept = Mutex<[UInt8]?>(nil)

    /// - Parameter name: the name of the secret.
    init(_ store: any SecretStore, name: String) {
        (self.store, self.name) = (store, name)
    }

    /// Adds the installation to a document that was saved without it, if one is stored for the same app.
    func restore(_ document: inout JSONValue) throws(FileProblem) {
        guard var object = document.object, object["installation"] == nil,
            let bytes = try store.secret(named: name), let secret = (try? JSONValue(parsing: bytes))?.object,
            Self.identity.allSatisfy({ secret[$0] == object[$0] })
        else { return }
        object["installation"] = secret["installation"]
        document = .object(object)
        kept.withLock { $0 = bytes }
    }

    /// Removes the installation from a document, and stores it.
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

    /// The members that identify the app to which the state belongs.
    private static let identity = ["project", "app", "namespace"]
}

/// Stores the state of a client between launches.
///
/// **To use a store**, give it to a `RemoteConfig`. `FileConfigStore` stores a file, and `InMemoryConfigStore` is for
/// tests.
///
/// **To implement one**, keep the latest state of each identity, as `InMemoryConfigStore` does. The state contains the
/// credentials of the installation, so only the app should be able to read it. `load` is called once, when the client
/// is created. `save` is called in the background, for one state at a time.
public protocol ConfigStore: Sendable {
    /// Returns the state that was last saved for `identity`, or a new `StoredState` on the first launch. A stored state
    /// that cannot be used must be moved aside rather than overwritten, and reported in the warning.
    func load(for identity: StoreIdentity) -> (state: StoredState, warning: String?)

    /// Stores `state` in place of the earlier one.
    ///
    /// - Throws: any error of the storage. The earlier state must then still be there.
    func save(_ state: StoredState, for identity: StoreIdentity) throws
}

/// The app to which a stored state belongs. The state of another project, app or namespace cannot be used.
public struct StoreIdentity: Sendable, Hashable {
    /// The ID of the Firebase project.
    public let projectID: String
    /// The ID that Firebase gives to the app.
    public let appID: String
    /// The namespace, usually `firebase`.
    public let namespace: String

    /// Creates an identity.
    public init(projectID: String, appID: String, namespace: String) {
        self.projectID = projectID
        self.appID = appID
        self.namespace = namespace
    }
}

/// Keeps the state until the process ends.
public final class InMemoryConfigStore: ConfigStore {
    private let states: Mutex<[StoreIdentity: StoredState]>

    /// Creates an empty store.
    public init() {
        states = Mutex([:])
    }

    /// Returns the state that was last saved. There is never a warning.
    public func load(for identity: StoreIdentity) -> (state: StoredState, warning: String?) {
        (states.withLock { $0[identity] } ?? StoredState(), nil)
    }

    /// Keeps `state` until the next save.
    public func save(_ state: StoredState, for identity: StoreIdentity) {
        states.withLock { $0[identity] = state }
    }
}
