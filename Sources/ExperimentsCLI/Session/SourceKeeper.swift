import ExperimentsCore
import ExperimentsProject

/// The keeper for what a project file calls a source.
enum SourceKeeper {
    /// A keeper that has fetched nothing yet.
    static func keeper(
        for source: ProjectSource, in located: LocatedProject, watcher: (any FileWatcher)?
    ) throws -> any RemoteConfigKeeper {
        switch source.location {
        case .file(let path):
            return FileRemoteConfigKeeper(path: path, shownAs: located.shown(path), watcher: watcher)
        case .firebase, .emulator:
            throw CommandProblem("not wired")
        }
    }
}
