/// The folders of a user for the files of programs, by the XDG Base Directory Specification.
package enum BaseFolder: Sendable {
    /// For what a program wrote and reads again: `$XDG_STATE_HOME`, else `~/.local/state`.
    case state
    /// For what the user configures: `$XDG_CONFIG_HOME`, else `~/.config`.
    case configuration

    /// Returns the path of the folder. A relative path in the variable is ignored, as the specification demands: it
    /// would be another folder for each working directory.
    ///
    /// - Parameters:
    ///   - home: the user's home folder.
    ///   - variable: returns the value of an environment variable.
    package func path(home: String, variable: (String) -> String?) -> String {
        let (name, usual) =
            switch self {
            case .state: ("XDG_STATE_HOME", ".local/state")
            case .configuration: ("XDG_CONFIG_HOME", ".config")
            }
        if let folder = variable(name), folder.hasScalarPrefix("/") { return folder }
        return home + "/" + usual
    }
}
