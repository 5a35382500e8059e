import Foundation

/// The way from the root to a file, over folders and symbolic links: everything that has to be watched to hear of a
/// change of what the path leads to.
struct WatchRoute: Equatable {
    /// The names that matter, by the real folder that holds them: of the file, of every link on the way, or, where the
    /// way ends early, of the first thing that is missing.
    private(set) var entries: [String: Set<String>] = [:]
    /// Every real folder on the way. One that is moved or removed takes the file with it.
    private(set) var folders: Set<String> = []
    /// The folder in which the way ends: it holds the file, or the first thing that is missing. The other folders of
    /// `entries` hold links alone. Nil where links lead round in a circle.
    private(set) var lastFolder: String?
    /// The real path of the file, if there is one.
    private(set) var file: String?

    /// The way to `path`, which is absolute, as it is now.
    init(to path: String) {
        var folder = "/"
        // Components still to go, the next one last.
        var rest = Self.components(of: path)
        var links = 0
        while let name = rest.popLast() {
            if name == ".." {
                folder = PathText.folder(of: folder)
                continue
            }
            let here = PathText.join(folder, name)
            switch Self.kind(of: here) {
            case S_IFLNK:
                entries[folder, default: []].insert(name)
                links += 1
                guard links <= PathText.linkLimit, let target = PathText.linkTarget(of: here) else { return }
                if target.hasPrefix("/") { folder = "/" }
                rest += Self.components(of: target)
            case S_IFDIR where !rest.isEmpty:
                folders.insert(here)
                folder = here
            case let kind:
                entries[folder, default: []].insert(name)
                lastFolder = folder
                if kind != nil { file = here }
                return
            }
        }
    }

    private static func components(of path: String) -> [String] {
        path.split(separator: "/").reversed().filter { $0 != "." }.map(String.init)
    }

    private static func kind(of path: String) -> mode_t? {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
    }
}
