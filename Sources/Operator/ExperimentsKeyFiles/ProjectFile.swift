import ExperimentsCore
import Foundation

/// Finds project files, and resolves the paths in them.
public enum ProjectFile {
    /// The name of a project file.
    public static let name = "experiments.yaml"
    /// The largest project file that is read, in bytes.
    package static let largestFile = 64 << 20
    /// The fields of a project file.
    package static let fields = [
        "source", "sources", "refresh", "overrides", "confirm", "theme", "background", "bindings", "notify",
        "personas",
        "commands", "serve", "mcp", "keys", "keep", "experiments", "metrics", "rollouts", "events",
        "warehouse",
        "code",
    ]

    /// Returns whether a project file can have a key or a group of this name.
    package static func canDeclare(_ name: String) -> Bool {
        !name.isEmpty && !name.utf8.contains { $0 < 0x20 || $0 == 0x7F }
    }

    /// Returns the nearest project file: the one in `folder`, otherwise in a folder above it.
    ///
    /// - Parameter folder: the folder to start from; absolute, or relative to the working directory.
    /// - Returns: the path of the file; nil if there is none up to the root of the file system.
    /// - Throws: `FileProblem` if it is not known whether a folder has one. The file of a folder above it would be that
    ///   of another project.
    public static func find(from folder: String) throws(FileProblem) -> String? {
        let start = URL(fileURLWithPath: folder.isEmpty ? "." : folder).standardizedFileURL.path
        var folder = start
        while true {
            let path = Self.resolve(name, in: folder)
            if try isFile(path) { return path }
            guard folder != "/", !folder.isEmpty else { return nil }
            folder = Self.folder(of: folder)
        }
    }

    private static func isFile(_ path: String) throws(FileProblem) -> Bool {
        var status = stat()
        guard lstat(path, &status) == 0 else {
            let code = errno
            guard code != ENOENT, code != ENOTDIR else { return false }
            throw unknown(path, code)
        }
        // A symbolic link that leads nowhere is a file that should be there.
        guard status.st_mode & S_IFMT != S_IFLNK || stat(path, &status) == 0 else {
            throw unknown(path, errno)
        }
        guard status.st_mode & S_IFMT != S_IFDIR else { throw unknown(path, EISDIR) }
        return true
    }

    private static func unknown(_ path: String, _ code: Int32) -> FileProblem {
        let problem = FileProblem(path: path, doing: "look for the project file", code: code)
        let step =
            switch code {
            case ENOENT: (problem.advice.map { $0 + "; " } ?? "") + "restore that file, remove the link"
            case ELOOP: "check where its symbolic links lead"
            case EISDIR: "rename that folder"
            default: "make it readable"
            }
        return FileProblem(
            path: path, message: problem.message, advice: step + ", or name a project file with --config")
    }

    /// Returns a short form of a path for messages: relative to `folder` if it is below it, or with one `../` for each
    /// folder that it is above.
    public static func shownPath(of path: String, from folder: String) -> String {
        guard path.hasScalarPrefix("/"), folder.hasScalarPrefix("/") else { return path }
        let parts = path.split(scalar: "/")
        let here = folder.split(scalar: "/")
        var common = 0
        while common < min(parts.count - 1, here.count), parts[common] == here[common] { common += 1 }
        // If neither is in a parent folder of the other, or all is below the root, the absolute path is clearer.
        guard common == here.count || (common > 0 && common == parts.count - 1) else { return path }
        return (Array(repeating: "..", count: here.count - common) + parts[common...]).joined(separator: "/")
    }

    /// Returns a path in a project file relative to the working directory.
    package static func resolve(_ path: String, in folder: String) -> String {
        if path.hasScalarPrefix("/") { return path }
        var rest = Substring(path)
        while rest.hasPrefix("./") { rest = rest.dropFirst(2) }
        if folder.isEmpty || folder == "." { return String(rest) }
        return folder.hasScalarSuffix("/") ? folder + rest : folder + "/" + rest
    }

    /// Returns the folder of a file; empty for a bare name.
    package static func folder(of path: String) -> String {
        guard let slash = path.unicodeScalars.lastIndex(of: "/") else { return "" }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}
