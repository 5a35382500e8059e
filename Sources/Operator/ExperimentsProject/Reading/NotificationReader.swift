import ExperimentsSupport
import MarkedYAML

/// Reads `notify:`.
enum NotificationReader {
    static let fields = ["keys", "broken", "by"]

    /// - Parameter declared: the names of the keys that the project declares.
    static func read(
        _ node: YAMLNode, declared: Set<String>, _ decoder: inout ProjectDecoder
    ) -> ProjectNotifications {
        var notifications = ProjectNotifications()
        decoder.enter("notify")
        defer { decoder.leave() }
        let expected = "fields such as keys: [paywall_type] and broken: true"
        guard let record = decoder.record(node, fields: fields, expected: expected) else { return notifications }
        if let keys = record["keys"] { notifications.keys = readKeys(keys, among: declared, &decoder) }
        notifications.broken = decoder.truth("broken", of: record) ?? false
        if let ways = record["by"] { readWays(ways, among: declared, into: &notifications, &decoder) }
        return notifications
    }

    static func readKeys(
        _ node: YAMLNode, among declared: Set<String>, _ decoder: inout ProjectDecoder
    ) -> [String] {
        decoder.names(node, at: "keys", of: "key", among: declared)
    }

    /// Words, and mappings with the one member `webhook`.
    private static func readWays(
        _ node: YAMLNode, among declared: Set<String>, into notifications: inout ProjectNotifications,
        _ decoder: inout ProjectDecoder
    ) {
        let words = ProjectNotifications.Way.allCases.map(\.rawValue)
        notifications.ways = []
        for item in node.items ?? [node] {
            if let pairs = item.pairs, !pairs.isEmpty {
                decoder.enter("by")
                defer { decoder.leave() }
                let hook = decoder.record(item, fields: ["webhook"])?["webhook"]
                if let hook = hook.flatMap({ WebHookReader.read($0, among: declared, &decoder) }) {
                    notifications.webHooks.append(hook)
                }
            } else if item.plainText == "webhook" {
                decoder.refuse(
                    "has a webhook without an address: write webhook: {url: \"${HOOK_URL}\"}", at: "by", item)
            } else if let way = decoder.word(item, at: "by", among: words, ProjectNotifications.Way.init) {
                notifications.ways.append(way)
            }
        }
    }
}
