import ExperimentsCore

extension ProjectSession {
    static func opened(_ options: GlobalOptions, watching: Bool = false) throws -> ProjectSession {
        throw CommandProblem("not wired")
    }
}

extension OverrideTarget {
    static func opened(_ options: GlobalOptions) throws -> OverrideTarget {
        let path = options.overrides ?? Environment.stateFolder + "/overrides.json"
        return OverrideTarget(store: JSONOverrideStore(path: path, watcher: nil), keys: nil)
    }
}
