import ExperimentsCore
import ExperimentsProject
import Foundation

/// The overrides that a command changes, and the keys they are for.
struct OverrideTarget {
    /// Where they are kept.
    let files: OverrideFiles
    /// The keys that the project declares; nil where there is no project, so that nothing can be checked.
    let keys: [CatalogKey]?

    /// What the store holds.
    var store: any OverrideStore { files.store }
    /// The file that changes are made in.
    var path: String { files.path }

    /// What the store holds, all layers together.
    ///
    /// - Throws: `FileProblem` where it cannot be read.
    func overrides() throws -> OverrideSet {
        if let problem = store.problem { throw problem }
        return store.overrides
    }
}

extension OverrideTarget {
    /// The overrides files that the settings or the project name; the one of the state folder where there is neither.
    static func opened(_ settings: Settings) throws -> OverrideTarget {
        let located = try LocatedProject(settings)
        return OverrideTarget(
            files: OverrideFiles(settings, located, watcher: nil), keys: located?.project.keys)
    }

    /// What the project's source holds, to judge overrides by: nothing where it cannot be fetched, which is said on
    /// standard error.
    func fetchedSnapshot(_ settings: Settings) -> Snapshot {
        guard keys != nil else { return .empty }
        do {
            let session = try ProjectSession.opened(settings)
            do {
                try session.fetch()
            } catch {
                StandardError.line("note: \(error); overrides are not compared with what the source holds")
            }
            return session.service.snapshot
        } catch {
            StandardError.line("note: \(error)")
            return .empty
        }
    }

    /// What the source holds now, so that a change of it can be noticed.
    ///
    /// - Throws: what keeps it from being fetched.
    static func upstream(_ settings: Settings) throws -> Snapshot {
        let session = try ProjectSession.opened(settings)
        try session.fetch()
        return session.service.snapshot
    }

    /// What is odd about each override, by name.
    func warnings(given snapshot: Snapshot, at now: Date) -> [String: [OverrideWarning]] {
        guard let keys else { return [:] }
        let overrides = store.overrides
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
