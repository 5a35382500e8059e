import ExperimentsCore
import Foundation

/// The file that a project is described in.
public enum ProjectFile {
    /// What the file is called.
    public static let name = "experiments.yaml"

    /// The nearest project file: the one in `folder`, or else in a folder above it.
    ///
    /// - Parameter folder: where to begin; absolute, or relative to the working directory.
    /// - Returns: the file's path, or nil if there is none up to the root of the file system.
    public static func find(from folder: String) -> String? {
        let start = URL(fileURLWithPath: folder.isEmpty ? "." : folder).standardizedFileURL.path
        var folder = start
        while true {
            let path = ProjectPath.resolve(name, in: folder)
            var isFolder: ObjCBool = false
            if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue { return path }
            guard folder != "/", !folder.isEmpty else { return nil }
            folder = ProjectPath.folder(of: folder)
        }
    }

    /// The short way to write a path that messages are to show: relative to `folder` where it is below it, or one
    /// `../` for each folder it is above.
    public static func shownPath(of path: String, from folder: String) -> String {
        guard path.hasPrefix("/"), folder.hasPrefix("/") else { return path }
        let parts = path.split(separator: "/")
        let here = folder.split(separator: "/")
        var common = 0
        while common < min(parts.count - 1, here.count), parts[common] == here[common] { common += 1 }
        // Beside one another, on another branch of the tree, or above all of it: the absolute path says more.
        guard common == here.count || (common > 0 && common == parts.count - 1) else { return path }
        return (Array(repeating: "..", count: here.count - common) + parts[common...]).joined(separator: "/")
    }
}

/// Paths as a project file writes them.
enum ProjectPath {
    /// A path as it is from the working directory.
    static func resolve(_ path: String, in folder: String) -> String {
        if path.hasPrefix("/") { return path }
        var rest = Substring(path)
        while rest.hasPrefix("./") { rest = rest.dropFirst(2) }
        if folder.isEmpty || folder == "." { return String(rest) }
        return folder.hasSuffix("/") ? folder + rest : folder + "/" + rest
    }

    /// The folder that holds a file; empty for a bare name.
    static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "" }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}
