import ExperimentsCore

extension ProjectSession {
    static func opened(_ settings: Settings, watching: Bool = false) throws -> ProjectSession {
        throw CommandProblem("not wired")
    }
}

extension OverrideTarget {
    static func opened(_ settings: Settings) throws -> OverrideTarget {
        let path = settings.overrides ?? Environment.stateFolder + "/overrides.json"
        return OverrideTarget(store: JSONOverrideStore(path: path, watcher: nil), keys: nil)
    }
}
