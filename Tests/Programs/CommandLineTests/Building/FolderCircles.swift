/// The folders of a target that use each other in circles.
///
/// A folder uses another if its code names a type or a function that only the other declares. Each folder counts for
/// itself: the files of a folder are apart from those of its subfolders, and so are the files at the top level of a
/// target.
struct FolderCircles {
    /// By folder, and by each folder that it uses: the names that it uses, each with a file in which it does.
    private var uses: [String: [String: [String: String]]] = [:]

    /// Finds the folders that use others.
    ///
    /// - Parameter files: the names in each file, by its path from the folder of the target.
    init(_ files: [String: SourceNames]) {
        // A name that several folders declare says nothing.
        var folders: [String: Set<String>] = [:]
        var own: [String: Set<String>] = [:]
        for (path, names) in files {
            let folder = Self.folder(of: path)
            for name in names.shared { folders[name, default: []].insert(folder) }
            own[folder, default: []].formUnion(names.own)
        }
        let homes = folders.compactMapValues { $0.count == 1 ? $0.first : nil }
        for (path, names) in files.sorted(by: { $0.key < $1.key }) {
            let folder = Self.folder(of: path)
            for name in names.used {
                guard let home = homes[name], home != folder, own[folder]?.contains(name) != true else {
                    continue
                }
                if uses[folder]?[home]?[name] == nil {
                    uses[folder, default: [:]][home, default: [:]][name] = path
                }
            }
        }
    }

    private static let topLevel = "the top level"

    private static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? topLevel
    }

    /// The shortest circles, in words, with the names that make them; none if the folders can be put in an order.
    var words: [String] {
        var found: [Set<String>: String] = [:]
        for folder in uses.keys.sorted() {
            guard let circle = shortestCircle(from: folder), found[Set(circle)] == nil else { continue }
            found[Set(circle)] = words(of: circle)
        }
        return found.values.sorted()
    }

    /// The folders on the shortest way from a folder back to it; nil if there is none.
    private func shortestCircle(from start: String) -> [String]? {
        var ways = [[start]]
        var seen: Set = [start]
        while !ways.isEmpty {
            let way = ways.removeFirst()
            for next in (way.last.flatMap { uses[$0]?.keys.sorted() } ?? []) {
                if next == start { return way }
                if seen.insert(next).inserted { ways.append(way + [next]) }
            }
        }
        return nil
    }

    private func words(of circle: [String]) -> String {
        zip(circle, circle.dropFirst() + circle.prefix(1)).map { folder, other in
            let names = (uses[folder]?[other] ?? [:]).sorted { $0.key < $1.key }
            let shown = names.prefix(5).map { "\($0.key) in \($0.value)" } + (names.count > 5 ? ["…"] : [])
            return "\(folder) uses \(other) (\(shown.joined(separator: ", ")))"
        }.joined(separator: ", ")
    }
}
