import ExperimentsCore
import ExperimentsYAML

/// Reads `overrides:`: a path, a list of paths, or both and the store that a team shares.
extension ProjectDecoder {
    /// Reads the field.
    mutating func readOverrides(_ node: YAMLNode, in folder: String, into project: inout Project) {
        guard let pairs = node.pairs else { return readFiles(node, in: folder, into: &project) }
        let expected = "a path, or fields such as `etcd`"
        guard !pairs.isEmpty else { return self.expected(expected, at: "overrides", found: node) }
        enter("overrides")
        defer { leave() }
        guard let record = record(node, fields: ["file", "etcd"], expected: expected) else { return }
        if let node = record["file"] { readFiles(node, in: folder, at: "file", into: &project) }
        guard let node = record["etcd"] else { return }
        enter("etcd")
        defer { leave() }
        guard let cluster = self.record(node, fields: Self.etcdFields, expected: "fields such as `endpoints`")
        else {
            return
        }
        project.team = readEtcd(cluster, in: folder)
    }

    private mutating func readFiles(
        _ node: YAMLNode, in folder: String, at name: String = "overrides", into project: inout Project
    ) {
        var paths = readPaths(node, in: folder, at: name)
        project.overridesPath = paths.popLast() ?? project.overridesPath
        project.sharedOverridesPaths = paths
    }

    /// Reads one path, or several, the lowest layer first.
    private mutating func readPaths(_ node: YAMLNode, in folder: String, at name: String) -> [String] {
        guard let items = node.items else { return self.path(node, at: name, in: folder).map { [$0] } ?? [] }
        guard !items.isEmpty else {
            self.expected(
                "a path, or a list of paths; changes are written to the last one", at: name, found: node)
            return []
        }
        var places: [String: YAMLNode] = [:]
        var paths: [String] = []
        for (index, item) in items.enumerated() {
            guard let path = self.path(item, at: name, in: folder) else { continue }
            if let earlier = places[path] {
                note(
                    "this layer of `overrides` is already listed at \(earlier.line):\(earlier.column)",
                    at: item,
                    .member(name), .element(index))
            }
            places[path] = item
            paths.append(path)
        }
        return paths
    }
}
