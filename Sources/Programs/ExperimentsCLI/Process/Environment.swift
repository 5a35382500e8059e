import Foundation

/// The environment variables that the program reads. An empty one counts as not set.
enum Environment {
    /// The value of a variable.
    static subscript(name: String) -> String? {
        guard let value = getenv(name), value.pointee != 0 else { return nil }
        return String(cString: value)
    }

    /// The user's home folder.
    static var home: String { Environment["HOME"] ?? "." }

    /// Where the program keeps what should outlive it and belongs to no project.
    static var stateFolder: String {
        (Environment["XDG_STATE_HOME"] ?? home + "/.local/state") + "/experiments"
    }

    /// Where the user keeps what is for all projects.
    static var configFolder: String {
        (Environment["XDG_CONFIG_HOME"] ?? home + "/.config") + "/experiments"
    }

    /// Where the user's own themes are.
    static var themesFolder: String { configFolder + "/themes" }

    /// Where dashboards keep how they were left.
    static var memoryFolder: String { stateFolder + "/dashboard" }

    /// Where fetches are kept.
    static var historyFolder: String { stateFolder + "/history" }

    /// Where programs say which of them tells web hooks.
    static var hooksFolder: String { stateFolder + "/hooks" }

    /// The name of the user, which is stored with overrides.
    static var author: String? { Environment["USER"] ?? Environment["LOGNAME"] }
}
