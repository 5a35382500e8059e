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
