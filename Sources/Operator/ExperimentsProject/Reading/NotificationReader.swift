import ExperimentsSupport
import MarkedYAML

/// Reads `notify:`.
enum NotificationReader {
    static let fields = ["keys", "broken", "by"]
    /// How many unknown names are compared with all that there are: each comparison takes long.
    private static let hintedNames = 20

    /// - Parameter declared: the names of the keys that the project declares.
    static func read(
        _ node: YAMLNode, declared: Set<String>, _ decoder: inout ProjectDecoder
    ) -> ProjectNotifications {
        var notifications = ProjectNotifications()
        decoder.enter("notify")
        defer { decoder.leave() }
        let expected = "fields such as keys: [paywall_type] and broken: true"
        guard let record = decoder.record(node, fields: fields, expected: expected) else { return notifications }
        if let keys = record["keys"] { notifications.keys = readKeys(keys, declared, &decoder) }
        notifications.broken = decoder.truth("broken", of: record) ?? false
        if let ways = record["by"] { notifications.ways = readWays(ways, &decoder) }
        return notifications
    }

    private static func readKeys(
        _ node: YAMLNode, _ declared: Set<String>, _ decoder: inout ProjectDecoder
    ) -> [String] {
        lazy var known = declared.sorted()
        var unknownNames = 0
        return (node.items ?? [node]).compactMap { item in
            guard let name = decoder.line(item, at: "keys", expected: "names of keys") else { return nil }
            if declared.contains(name) { return name }
            unknownNames += 1
            let near = unknownNames > hintedNames ? nil : SpellingSuggestion.nearest(to: name, in: known)
            let hint = near.map { " (did you mean '\($0)'?)" } ?? ""
            decoder.refuse("names no declared key: '\(name)'\(hint)", at: "keys", item)
            return nil
        }
    }

    private static func readWays(
        _ node: YAMLNode, _ decoder: inout ProjectDecoder
    ) -> [ProjectNotifications.Way] {
        let words = ProjectNotifications.Way.allCases.map(\.rawValue)
        return (node.items ?? [node]).compactMap { item in
            decoder.word(item, at: "by", among: words, ProjectNotifications.Way.init)
        }
    }
}
