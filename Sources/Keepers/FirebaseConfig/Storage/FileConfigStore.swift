import ExperimentsCore
import Foundation
import Locks

/// Keeps state in a JSON file that only its owner may read, because it holds the installation's secrets.
///
/// A file that cannot be used, because it is damaged, of a later version, or of another app, is renamed and left beside
/// the new one. One that cannot even be read is not touched, and nothing is saved.
public final class FileConfigStore: ConfigStore {
    /// Where the file is.
    public let path: String
    private let now: @Sendable () -> Date
    /// Why the file must not be written over, while it must not.
    private let obstacle = Mutex<FileProblem?>(nil)

    /// A store at `path`. The file and its folder are made by the first save.
    public init(path: String, now: @escaping @Sendable () -> Date = { Date() }) {
        self.path = path
        self.now = now
    }

    /// Reads the file; see the type for what happens to one that cannot be used.
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
            return (try StoredState(parsing: bytes, for: identity), nil)
        } catch {
            return (StoredState(), setAside(because: error))
        }
    }

    /// Replaces the file as a whole.
    ///
    /// - Throws: `FileProblem`; the old file is then still there.
    public func save(_ state: StoredState, for identity: StoreIdentity) throws {
        let bytes = state.json(for: identity).prettyBytes + [UInt8(ascii: "\n")]
        try obstacle.withLock { obstacle in
            if let obstacle { throw obstacle }
            // Like itself: for its owner alone at first, and then as its owner left it.
            try AtomicFile.write(bytes, to: path, permissions: .like(path))
            // An installation belongs to one device, and another may be set up from a backup of this one.
            BackupExclusion.apply(to: path)
        }
    }

    private func setAside(because problem: StoredStateProblem) -> String {
        let stamp = RFC3339.text(of: now()).replacing(":", with: "")
        let aside = path + ".unusable-\(stamp)"
        let words = "the stored configuration \(path) cannot be used: \(problem.message)"
        guard rename(path, aside) == 0 else { return words }
        return words + "; it was set aside as \(aside)"
    }
}

extension FileConfigStore {
    /// Where the state of an app is kept unless its owner says otherwise: below `$XDG_STATE_HOME/experiments/firebase`
    /// (`~/.local/state` where that is not set), on Apple's systems below Application Support.
    public static func defaultPath(
        for project: FirebaseProject, namespace: String = "firebase",
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> String {
        let name = [project.projectID, project.appID.text, namespace].joined(separator: "-")
            .replacing(/[^A-Za-z0-9._\-]/, with: "_")
        return stateFolder(environment) + "/experiments/firebase/\(name).json"
    }

    private static func stateFolder(_ environment: [String: String]) -> String {
        #if canImport(Darwin)
        return URL.applicationSupportDirectory.path
        #else
        if let folder = environment["XDG_STATE_HOME"], folder.hasPrefix("/") { return folder }
        return (environment["HOME"] ?? NSHomeDirectory()) + "/.local/state"
        #endif
    }
}
