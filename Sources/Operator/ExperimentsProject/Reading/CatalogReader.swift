import ExperimentsCore
import MarkedYAML

/// Makes keys of what `keys:` holds.
enum CatalogReader {
    static func read(_ node: YAMLNode, _ problems: inout ProblemCollector) -> [CatalogKey] {
        if node.isNull { return [] }
        guard let items = node.items else {
            problems.addWrong("keys", of: .project, mustBe: "a list of keys", node, .root)
            return []
        }
        var keys: [CatalogKey] = []
        keys.reserveCapacity(items.count)
        var places = [String: Int](minimumCapacity: items.count)
        for (index, item) in items.enumerated() {
            guard let record = KeyRecord(item, index, &problems) else { continue }
            if let name = record.name, let earlier = places.updateValue(index, forKey: name) {
                refuseSecond(name, items[index], first: items[earlier], index, &problems)
            }
            if let key = record.key(&problems) { keys.append(key) }
        }
        return keys
    }

    private static func refuseSecond(
        _ name: String, _ second: YAMLNode, first: YAMLNode, _ index: Int, _ problems: inout ProblemCollector
    ) {
        let place = first["name"] ?? first
        problems.add(
            "key '\(name)' is declared twice: first at \(place.line):\(place.column)", at: second["name"] ?? second,
            .item(index, of: "keys").appending("name"))
    }
}
