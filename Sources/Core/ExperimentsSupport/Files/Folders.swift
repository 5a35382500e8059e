import Foundation

/// Makes the folders in which files are written.
package enum Folders {
    /// Makes the folder at `folder` and the folders above it, if they are missing.
    ///
    /// - Parameters:
    ///   - path: the file that an error names.
    ///   - permissions: the permissions of the file. The folder can be entered by whoever can read the file.
    package static func make(
        _ folder: String, for path: String, _ permissions: FilePermissions = .usual
    ) throws(FileProblem) {
        guard access(folder, F_OK) != 0 else { return }
        let parent = PathText.folder(of: folder)
        if parent != folder { try make(parent, for: path, permissions) }
        let mode = permissions.bits()?.ofFolder
        guard mkdir(folder, mode ?? 0o777) == 0 else {
            guard errno != EEXIST else { return }
            throw FileProblem(path: path, doing: "make the folder \(folder)", code: errno)
        }
        // The user's file mode mask may have removed permissions that the folder must have.
        if let mode { chmod(folder, mode) }
    }
}
