import Foundation

/// Creates the folders for new files.
package enum Folders {
    /// Creates the folder at `folder` and the folders above it, if they are missing.
    ///
    /// - Parameters:
    ///   - path: the file that an error names.
    ///   - permissions: the permissions of the file. Every user who can read the file can also enter the folder.
    package static func make(
        _ folder: String, for path: String, _ permissions: FilePermissions = .usual
    ) throws(FileProblem) {
        guard access(folder, F_OK) != 0 else { return }
        let parent = PathText.folder(of: folder)
        if parent != folder { try make(parent, for: path, permissions) }
        let mode = permissions.bits()?.ofFolder
        guard mkdir(folder, mode ?? 0o777) == 0 else {
            guard errno != EEXIST else { return }
            throw FileProblem(path: path, doing: "create the folder \(folder)", code: errno)
        }
        // The user's file mode mask may have removed permissions that the folder must have.
        if let mode { chmod(folder, mode) }
    }

    /// Creates the missing folders of a file.
    ///
    /// The folder to which a symbolic link leads is not created. It may be on a disk that is not mounted now, and the
    /// file would then be hidden as soon as it is.
    ///
    /// - Parameters:
    ///   - target: the file.
    ///   - path: the path by which it was named: that of a symbolic link to it, or the same.
    static func make(
        forFile target: String, linkedFrom path: String, _ permissions: FilePermissions
    ) throws(FileProblem) {
        let folder = PathText.folder(of: target)
        if target != path, access(folder, F_OK) != 0, errno == ENOENT {
            throw FileProblem(
                path: path,
                message: "cannot write: the symbolic link leads to \(target), and that folder does not exist",
                advice: "create the folder, or remove the link; nothing was changed")
        }
        try make(folder, for: path, permissions)
    }
}

/// The folders of a user for the files of programs, by the XDG Base Directory Specification.
package enum BaseFolder: Sendable {
    /// For data that a program wrote and reads again: `$XDG_STATE_HOME`, otherwise `~/.local/state`.
    case state
    /// For the user's configuration: `$XDG_CONFIG_HOME`, otherwise `~/.config`.
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

extension BaseFolder {
    /// Returns the folder for the data of an app: below Application Support on Apple platforms, otherwise the folder for
    /// data that a program wrote.
    package static func appData(_ environment: [String: String]) -> String {
        #if canImport(Darwin)
        return URL.applicationSupportDirectory.path
        #else
        let home = UserAccount { environment[$0] }.home ?? NSTemporaryDirectory()
        return BaseFolder.state.path(home: home) { environment[$0] }
        #endif
    }
}

extension Folders {
    /// Excludes the file or folder at `path` from the backups of Apple platforms: it belongs to one device, and another
    /// one may be set up from a backup. Call it again after a file was replaced.
    package static func excludeFromBackups(_ path: String) {
        #if canImport(Darwin)
        var url = URL(fileURLWithPath: path)
        var values = URLResourceValues()
        values.isExcludedFromBackup = true
        try? url.setResourceValues(values)
        #endif
    }
}
