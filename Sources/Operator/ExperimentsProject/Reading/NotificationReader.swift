import ExperimentsCore
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

/// Reads `webhook:` of `notify: by:`.
enum WebHookReader {
    static let fields = ["url", "secret", "keys", "broken", "failures", "insecure"]

    static func read(
        _ node: YAMLNode, among declared: Set<String>, _ decoder: inout ProjectDecoder
    ) -> ProjectWebHook? {
        decoder.enter("webhook")
        defer { decoder.leave() }
        // What stands there may be an address that is a secret, and is not quoted.
        guard node.pairs != nil else {
            decoder.refuse("must have fields such as url: and secret:", node)
            return nil
        }
        guard let record = decoder.record(node, fields: fields) else { return nil }
        let insecure = decoder.truth("insecure", of: record) ?? false
        let url = record["url"].flatMap { readURL($0, insecure: insecure, &decoder) }
        let secret = record["secret"].flatMap { decoder.secret($0, at: "secret") }
        let keys = record["keys"].map { NotificationReader.readKeys($0, among: declared, &decoder) }
        let broken = decoder.truth("broken", of: record)
        let failures = decoder.truth("failures", of: record) ?? true
        guard let url else {
            if record["url"] == nil, !record.meant.contains("url") { decoder.refuse("has no `url`", node) }
            return nil
        }
        return ProjectWebHook(
            url: url, secret: secret, keys: keys, broken: broken, failures: failures, insecure: insecure)
    }

    private static func readURL(
        _ node: YAMLNode, insecure: Bool, _ decoder: inout ProjectDecoder
    ) -> Secret? {
        guard let text = node.textValue, let url = Secret(text) else {
            decoder.refuse(WebHookAddressProblem.notAnAddress.description, at: "url", node)
            return nil
        }
        if url.variable != nil { return url }
        do throws(WebHookAddressProblem) {
            _ = try ProjectWebHook.address(text, insecure: insecure)
            return url
        } catch {
            decoder.refuse(error.description, at: "url", node)
            return nil
        }
    }
}
