import ExperimentsCore
import ExperimentsProject

/// The overrides of a project: one file, or several in layers.
struct OverrideFiles: Sendable {
    /// What comes of all files; changes are made in the highest.
    let store: any OverrideStore
    /// The file that changes are made in.
    let path: String

    /// - Parameters:
    ///   - path: the file that changes are made in.
    ///   - lower: the files under it, which are only read, the lowest first.
    ///   - watcher: whether changes of the files are noticed at once.
    init(_ path: String, over lower: [String] = [], watcher: (any FileWatcher)?) {
        let top = JSONOverrideStore(path: path, watcher: watcher)
        self.path = path
        store =
            lower.isEmpty
            ? top
            : LayeredOverrideStore(
                lower: lower.map { ($0, JSONOverrideStore(path: $0, watcher: watcher)) }, top: top, named: path)
    }

    /// The file that the settings name alone, else what the project says, else the one of the state folder.
    init(_ settings: Settings, _ located: LocatedProject?, watcher: (any FileWatcher)?) {
        if let path = settings.overrides {
            self.init(path, watcher: watcher)
        } else if let located {
            self.init(
                located.shown(located.project.overridesPath),
                over: located.project.sharedOverridesPaths.map(located.shown), watcher: watcher)
        } else {
            self.init(Environment.stateFolder + "/overrides.json", watcher: watcher)
        }
    }

    /// The changes that were made in that file.
    var journal: OverrideJournalFile { OverrideJournalFile(besideOverridesAt: path) }

    /// Why a file cannot be read now, if one can't.
    var problem: FileProblem? { store.problem }
}
