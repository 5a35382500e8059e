import Foundation

extension FileConfigStore {
    /// Where the state of an app is kept unless its owner says otherwise: below `$XDG_STATE_HOME/experiments/firebase`
    /// (`~/.local/state` where that is not set), on Apple's systems below Application Support.
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
