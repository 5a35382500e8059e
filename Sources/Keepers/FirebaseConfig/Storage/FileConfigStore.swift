import ExperimentsCore
import Foundation
import Locks

/// Stores the state in a JSON file that only its owner can read, because it contains the credentials of the
/// installation.
///
/// A file that cannot be used, because it is damaged, has a later version, or belongs to another app, is renamed and
/// kept beside the new one. A file that cannot even be read is left alone, and nothing is saved.
public final class FileConfigStore: ConfigStore {
    /// The path of the file.
    public let path: String
    private let now: @Sendable () -> Date
    /// The reason why the file must not be overwritten, if there is one.
    private let obstacle = Mutex<FileProblem?>(nil)

    /// Creates a store. The first save creates the file and its folder.
    public init(path: String, now: @escaping @Sendable () -> Date = { Date() }) {
        self.path = path
        self.now = now
    }

    /// Reads the file. The description of the type says what happens to a file that cannot be used.
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
    /// - Throws: `FileProblem`. The old file is then unchanged.
    public func save(_ state: StoredState, for identity: StoreIdentity) throws {
        let bytes = state.json(for: identity).prettyBytes + [UInt8(ascii: "\n")]
        try obstacle.withLock { obstacle in
            if let obstacle { throw obstacle }
            // The file keeps its own permissions. A new one is readable only by its owner.
            try AtomicFile.write(bytes, to: path, permissions: .like(path))
            // An installation belongs to one device, and another device may be set up from a backup of this one.
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
    /// Returns the default path for the state of an app: below `$XDG_STATE_HOME/experiments/firebase` (by default in
    /// `~/.local/state`), or on Apple's systems below Application Support.
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
