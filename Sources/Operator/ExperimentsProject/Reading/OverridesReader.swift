import ExperimentsCore
import MarkedYAML

/// Reads `overrides:`: a path, a list of paths, or both and the store that a team shares.
struct OverridesReader {
    static let fields = ["file", "etcd"]

    let folder: String

    /// Takes over what the field says.
    func read(_ node: YAMLNode, into project: inout Project, _ decoder: inout ProjectDecoder) {
        guard let pairs = node.pairs else { return readFiles(node, into: &project, &decoder) }
        let expected = "a path, or fields such as `etcd`"
        guard !pairs.isEmpty else { return decoder.expected(expected, at: "overrides", found: node) }
        decoder.enter("overrides")
        defer { decoder.leave() }
        guard let record = decoder.record(node, fields: Self.fields, expected: expected) else { return }
        if let node = record["file"] { readFiles(node, at: "file", into: &project, &decoder) }
        guard let node = record["etcd"] else { return }
        decoder.enter("etcd")
        defer { decoder.leave() }
        guard let cluster = decoder.record(node, fields: EtcdReader.fields, expected: "fields such as `endpoints`")
        else {
            return
        }
        project.team = EtcdReader(record: cluster, folder: folder).read(&decoder)
    }

    private func readFiles(
        _ node: YAMLNode, at name: String = "overrides", into project: inout Project, _ decoder: inout ProjectDecoder
    ) {
        var paths = readPaths(node, at: name, &decoder)
        project.overridesPath = paths.popLast() ?? project.overridesPath
        project.sharedOverridesPaths = paths
    }

    /// One path, or several, the lowest layer first.
    private func readPaths(_ node: YAMLNode, at name: String, _ decoder: inout ProjectDecoder) -> [String] {
        guard let items = node.items else { return decoder.path(node, at: name, in: folder).map { [$0] } ?? [] }
        guard !items.isEmpty else {
            decoder.expected("a path, or a list of paths; changes are written to the last one", at: name, found: node)
            return []
        }
        var places: [String: YAMLNode] = [:]
        var paths: [String] = []
        for (index, item) in items.enumerated() {
            guard let path = decoder.path(item, at: name, in: folder) else { continue }
            if let earlier = places[path] {
                decoder.note(
                    "this layer of `overrides` is already listed at \(earlier.line):\(earlier.column)", at: item,
                    .member(name), .element(index))
            }
            places[path] = item
            paths.append(path)
        }
        return paths
    }
}
