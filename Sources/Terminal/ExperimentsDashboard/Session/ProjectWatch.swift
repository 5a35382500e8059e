import Dispatch
import ExperimentsCore
import Foundation

/// A project file that is read anew whenever it changes.
public struct WatchedProject: Sendable {
    /// Where it is.
    public var path: String
    /// How it was when it was read at the start; nil to take it as unchanged since.
    package var fingerprint: FileFingerprint?
    /// Reads it. Called on any thread, one call at a time.
    public var read: @Sendable () -> Result<ProjectUpdate, ProjectRefusal>

    /// A project file.
    package init(
        path: String, fingerprint: FileFingerprint? = nil,
        read: @escaping @Sendable () -> Result<ProjectUpdate, ProjectRefusal>
    ) {
        self.path = path
        self.fingerprint = fingerprint
        self.read = read
    }
}

/// Reads a project file anew whenever it changes, away from the thread that draws.
public final class ProjectWatch: Sendable {
    private let observation: ObservationHandle

    /// Watches from now on, for as long as the value is kept.
    ///
    /// - Parameter post: takes messages, from any thread.
    package init(
        _ project: WatchedProject, watcher: any FileWatcher = .system, post: @escaping @Sendable (Message) -> Void
    ) {
        let queue = DispatchQueue(label: "experiments.project")
        observation = watcher.watch(project.path) {
            queue.async { post(.projectRead(project.read(), at: Date())) }
        }
        // It may have been changed since it was read, and before it was watched.
        queue.async {
            guard let before = project.fingerprint, before != FileFingerprint(of: project.path) else { return }
            post(.projectRead(project.read(), at: Date()))
        }
    }
}
