import ExperimentsCore
import ExperimentsProject
import ExperimentsTeam

/// The overrides of a project: one file, or several in layers above those of a team.
struct OverrideFiles: Sendable {
    /// The overrides of all layers. Changes are made in the highest one.
    let store: any OverrideStore
    /// The path of the file that is changed.
    let path: String

    /// - Parameters:
    ///   - path: the file that is changed.
    ///   - lower: the files below it, which are only read, the lowest first.
    ///   - team: the team's overrides, below all files; nil for none.
    ///   - watcher: watches the files, so that changes are noticed immediately; nil for none.
    init(_ path: String, over lower: [String] = [], team: TeamStore? = nil, watcher: (any FileWatcher)?) {
        let top = JSONOverrideStore(path: path, watcher: watcher)
        top.recover { (try? OverrideJournalFile(besideOverridesAt: path).read())?.latestOverrides }
        self.path = path
        var layers: [(name: String, store: any OverrideSource)] = lower.map {
            ($0, JSONOverrideStore(path: $0, watcher: watcher))
        }
        if let team { layers.insert((TeamConnection.layerName, team), at: 0) }
        store = layers.isEmpty ? top : LayeredOverrideStore(lower: layers, top: top, named: path)
    }

    /// Returns only the file in the settings, otherwise those of the project, otherwise the one in the state folder.
    ///
    /// - Parameter team: the team's overrides, if they are needed.
    init(
        _ settings: Settings, _ located: LocatedProject?, team: TeamStore? = nil, watcher: (any FileWatcher)?
    ) {
        if let path = settings.overrides {
            self.init(path, watcher: watcher)
        } else if let located {
            self.init(
                located.shown(located.project.overridesPath),
                over: located.project.sharedOverridesPaths.map(located.shown), team: team, watcher: watcher)
        } else {
            self.init(Environment.stateFolder + "/overrides.json", watcher: watcher)
        }
    }

    /// The journal of changes in that file.
    var journal: OverrideJournalFile { OverrideJournalFile(besideOverridesAt: path) }

    /// The reason why a layer cannot be read now; nil if all can.
    var problem: OverrideStoreProblem? { store.problem }
}
