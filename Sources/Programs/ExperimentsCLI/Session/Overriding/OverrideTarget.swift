import ExperimentsCore
import ExperimentsProject
import ExperimentsTeam
import Foundation

/// The overrides that a command changes, and the keys that they are for.
struct OverrideTarget {
    /// The files of the overrides.
    let files: OverrideFiles
    /// The declared keys; nil if there is no project, so that values cannot be checked.
    let keys: [CatalogKey]?
    /// The scope of the overrides to change.
    let scope: OverrideScope
    /// The team's store, if the team's overrides are changed; nil for those of a file.
    var team: TeamStore?
    /// The team's store, even if its overrides are not changed.
    var shared: TeamStore?
    /// The maximum time to wait for the source and the team's store; nil for the default of each.
    var waits: WaitLimit?

    /// The store that overrides are read from.
    var store: any OverrideSource { team ?? files.store }
    /// The file with the overrides that are changed; for a team, the name of its store.
    var path: String { team == nil ? files.path : "the team's store" }

    /// Returns the overrides of the store, with all layers combined.
    ///
    /// - Throws: `FileProblem` if they cannot be read.
    func overrides() throws -> OverrideSet {
        if let problem = store.problem { throw problem }
        return store.overrides
    }

    /// Returns the overrides of all scopes, with all layers combined.
    ///
    /// - Throws: `FileProblem` if they cannot be read, including those for apps.
    func scoped() throws -> OverrideSet {
        let all = try overrides()
        if let problem = all.appsProblem { throw FileProblem(path, problem) }
        return all
    }

    /// Returns the overrides of the scope that are changed here: those of the highest layer.
    ///
    /// - Throws: `FileProblem` if they cannot be read.
    func own() throws -> OverrideSet { try ownOfAllScopes()[scope] }

    /// Returns the overrides of all scopes that are changed here.
    ///
    /// - Throws: `FileProblem` if they cannot be read, including those for apps if the scope is one.
    func ownOfAllScopes() throws -> OverrideSet {
        let all = try overrides()
        let own = store.layers.last?.overrides ?? all
        if scope != .everyone, let problem = own.appsProblem { throw FileProblem(path, problem) }
        return own
    }
}

extension OverrideTarget {
    /// Opens the overrides files in the settings or the project, or the one in the state folder if there are none.
    ///
    /// - Parameters:
    ///   - scope: the scope of the overrides to change.
    ///   - isTeams: whether to use the team's overrides.
    ///   - isReadOnly: whether nothing is changed, so that the last known overrides of the team are enough.
    ///   - changesShared: whether another part of the team's store is changed, such as its links.
    static func opened(
        _ settings: Settings, for scope: OverrideScope = .everyone, ofTeam isTeams: Bool = false,
        readOnly isReadOnly: Bool = false, changingShared changesShared: Bool = false
    ) throws -> OverrideTarget {
        let located = try LocatedProject(settings)
        let team = try TeamConnection.store(settings, located)
        guard team != nil || !isTeams else { throw CommandProblem.noTeam }
        if let team, changesShared || isTeams && !isReadOnly {
            try team.readToChange(within: settings.waits)
        } else {
            try team?.readOnce(within: settings.waits)
        }
        return OverrideTarget(
            files: OverrideFiles(settings, located, team: team, watcher: nil), keys: located?.project.keys,
            scope: scope, team: isTeams ? team : nil, shared: team, waits: settings.waits)
    }

    /// Returns the values of the project's source, which overrides are checked against. If they cannot be fetched,
    /// returns none, and prints that to standard error.
    func fetchedSnapshot(_ settings: Settings) -> Snapshot {
        guard keys != nil else { return .empty }
        do {
            let session = try ProjectSession.opened(settings, sharing: shared)
            do {
                try session.fetch()
            } catch {
                StandardError.line("note: \(error); overrides are not compared with the values of the source")
            }
            return session.service.snapshot
        } catch {
            StandardError.line("note: \(error)")
            return .empty
        }
    }

    /// Returns the current values of the source, so that a later change can be detected.
    ///
    /// - Throws: the error of the fetch.
    static func upstream(_ settings: Settings) throws -> Snapshot {
        let session = try ProjectSession.opened(settings, fetching: true)
        try session.fetch()
        return session.service.snapshot
    }

    /// Returns the warnings about each of some overrides, by name.
    func warnings(
        on overrides: OverrideSet, given snapshot: Snapshot, at now: Date
    ) -> [String: [OverrideWarning]] {
        guard let keys else { return [:] }
        let wanted = keys.filter { overrides[$0.name] != nil }
        let declared = Dictionary(wanted.map { ($0.name, $0) }) { first, _ in first }
        let circumstances = OverrideCircumstances(now: now, snapshot: snapshot, fetchedAt: nil)
        var warnings: [String: [OverrideWarning]] = [:]
        for (name, override) in overrides.entries {
            warnings[name] = OverrideWarning.warnings(
                on: override, of: name, key: declared[name], in: circumstances)
        }
        return warnings
    }
}
