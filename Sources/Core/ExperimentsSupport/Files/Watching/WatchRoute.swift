import Foundation

/// The route from the root to a file, over folders and symbolic links: everything that must be watched to notice a
/// change to the file at the path.
struct WatchRoute: Equatable {
    /// The names that matter, by the real folder that contains them: the names of the file and of every link on the
    /// route, or, if the route ends early, of the first missing item.
    private(set) var entries: [String: Set<String>] = [:]
    /// Every real folder on the route. If one is moved or removed, so is the file.
    private(set) var folders: Set<String> = []
    /// The folder in which the route ends. It contains the file, or the first missing item. The other folders of
    /// `entries` contain only links. Nil if links form a circle.
    private(set) var lastFolder: String?
    /// The real path of the file, if there is one.
    private(set) var file: String?

    /// Finds the current route to `path`, which must be absolute.
    init(to path: String) {
        var folder = "/"
        // The remaining components, with the next one last.
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
                if target.hasScalarPrefix("/") { folder = "/" }
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
        path.split(scalar: "/").reversed().filter { $0 != "." }.map(String.init)
    }

    private static func kind(of path: String) -> mode_t? {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
    }
}
