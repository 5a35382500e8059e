import Dispatch
import ExperimentResults
import ExperimentsCore

/// A project file, and how to read it again when it changes.
package struct WatchedProject: Sendable {
    /// The path of the project file.
    package var path: String
    /// The fingerprint of the file when it was read at the start; nil to assume that it has not changed since.
    package var fingerprint: FileFingerprint?
    /// Reads the file. Called on any thread, one call at a time.
    package var read: @Sendable () -> Result<ProjectUpdate, MessageError>

    /// Creates a watched project file.
    package init(
        path: String, fingerprint: FileFingerprint? = nil,
        read: @escaping @Sendable () -> Result<ProjectUpdate, MessageError>
    ) {
        self.path = path
        self.fingerprint = fingerprint
        self.read = read
    }
}

/// Reads a project file again whenever it changes, not on the thread that draws.
package final class ProjectWatch: Sendable {
    private let observation: ObservationHandle

    /// Watches as long as this value exists.
    ///
    /// - Parameter post: takes messages, on any thread.
    package init(
        _ project: WatchedProject, watcher: any FileWatcher = .system,
        post: @escaping @Sendable (Message) -> Void
    ) {
        let queue = DispatchQueue(label: "experiments.project")
        observation = watcher.watch(project.path) {
            queue.async { post(.projectRead(project.read())) }
        }
        // The file may have changed after it was read and before it was watched.
        queue.async {
            guard let before = project.fingerprint, before != FileFingerprint(of: project.path) else {
                return
            }
            post(.projectRead(project.read()))
        }
    }
}

/// The parts of a project file that a dashboard can take over while it is open.
package struct ProjectUpdate: Sendable {
    /// The declared keys, in order.
    package var keys: [CatalogKey]
    /// The time between fetches; nil for no automatic fetches.
    package var refreshInterval: Duration?
    /// The keys of the commands.
    package var keyMap: KeyMap
    /// The rules for alerts.
    package var alertRules: AlertRules
    /// Whether to ask before changing several overrides.
    package var asksFirst: Bool
    /// The source for reading the results of declared experiments.
    package var results = ResultsUpdate.same
    /// The changed fields that take effect only at the next start, for example `sources`.
    package var laterFields: [String]

    /// Creates an update with the current content of a project file.
    package init(
        keys: [CatalogKey], refreshInterval: Duration?, keyMap: KeyMap = .standard,
        alertRules: AlertRules = AlertRules(), asksFirst: Bool = true, laterFields: [String] = []
    ) {
        self.keys = keys
        self.refreshInterval = refreshInterval
        self.keyMap = keyMap
        self.alertRules = alertRules
        self.asksFirst = asksFirst
        self.laterFields = laterFields
    }
}

extension ProjectState {
    /// Takes over a new version of the project file.
    mutating func take(_ update: ProjectUpdate) {
        (keys, keyMap, asksFirst) = (update.keys, update.keyMap, update.asksFirst)
        // What the user turned on or off stays, unless the file has changed it.
        guard update.alertRules != fileAlertRules else { return }
        (alertRules, fileAlertRules) = (update.alertRules, update.alertRules)
    }
}
