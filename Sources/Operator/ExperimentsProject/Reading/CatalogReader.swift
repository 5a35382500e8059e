import ExperimentsCore
import MarkedYAML

/// Makes keys of what `keys:` holds.
enum CatalogReader {
    static func read(_ node: YAMLNode, _ decoder: inout ProjectDecoder) -> [CatalogKey] {
        if node.isNull { return [] }
        decoder.enter("keys")
        defer { decoder.leave() }
        guard let items = decoder.list(node, expected: "a list of keys") else { return [] }
        var keys: [CatalogKey] = []
        keys.reserveCapacity(items.count)
        var places = [String: Int](minimumCapacity: items.count)
        for (index, item) in items.enumerated() {
            decoder.enter(index)
            defer { decoder.leave() }
            guard let record = KeyRecord(item, &decoder) else { continue }
            if let name = record.name, let earlier = places.updateValue(index, forKey: name) {
                refuse(items[index], named: name, first: items[earlier], &decoder)
            }
            if let key = record.key(&decoder) { keys.append(key) }
        }
        return keys
    }

    private static func refuse(
        _ second: YAMLNode, named name: String, first: YAMLNode, _ decoder: inout ProjectDecoder
    ) {
        let place = first["name"] ?? first
        decoder.note(
            "key '\(name)' is declared twice: first at \(place.line):\(place.column)", at: second["name"] ?? second,
            .member("name"))
    }
}
