import ExperimentsCore
import ExperimentsYAML

/// Reads `notify:`.
extension ProjectDecoder {
    /// - Parameter declared: the names of the keys that the project declares.
    mutating func readNotifications(_ node: YAMLNode, declared: Set<String>) -> ProjectNotifications {
        var notifications = ProjectNotifications()
        enter("notify")
        defer { leave() }
        let expected = "fields such as keys: [paywall_type] and broken: true"
        guard let record = record(node, fields: ["keys", "broken", "by"], expected: expected) else {
            return notifications
        }
        if let keys = record["keys"] { notifications.keys = readReportedKeys(keys, among: declared) }
        notifications.broken = truth("broken", of: record) ?? false
        if let ways = record["by"] { readWays(ways, among: declared, into: &notifications) }
        return notifications
    }

    private mutating func readReportedKeys(_ node: YAMLNode, among declared: Set<String>) -> [String] {
        names(node, at: "keys", of: "key", among: declared)
    }

    /// Reads words, and mappings with the single member `webhook`.
    private mutating func readWays(
        _ node: YAMLNode, among declared: Set<String>, into notifications: inout ProjectNotifications
    ) {
        let words = ProjectNotifications.Way.allCases.map(\.rawValue)
        notifications.ways = []
        for item in node.items ?? [node] {
            if let pairs = item.pairs, !pairs.isEmpty {
                enter("by")
                defer { leave() }
                let hook = record(item, fields: ["webhook"])?["webhook"]
                if let hook = hook.flatMap({ readWebHook($0, among: declared) }) {
                    notifications.webHooks.append(hook)
                }
            } else if item.plainText == "webhook" {
                refuse(
                    "has a webhook without an address: write webhook: {url: \"${HOOK_URL}\"}", at: "by", item)
            } else if let way = word(item, at: "by", among: words, ProjectNotifications.Way.init) {
                notifications.ways.append(way)
            }
        }
    }

    /// Reads `webhook:` of `notify: by:`.
    private mutating func readWebHook(_ node: YAMLNode, among declared: Set<String>) -> ProjectWebHook? {
        enter("webhook")
        defer { leave() }
        // The text may be an address that is a secret, so it is not quoted.
        guard node.pairs != nil else { return refuse("must have fields such as url: and secret:", node) }
        let fields = ["url", "secret", "keys", "broken", "failures", "rollouts", "insecure"]
        guard let record = record(node, fields: fields) else { return nil }
        let insecure = truth("insecure", of: record) ?? false
        let url = record["url"].flatMap { readURL($0, insecure: insecure) }
        let secret = record["secret"].flatMap { self.secret($0, at: "secret") }
        let keys = record["keys"].map { readReportedKeys($0, among: declared) }
        let broken = truth("broken", of: record)
        let failures = truth("failures", of: record) ?? true
        let rollouts = truth("rollouts", of: record) ?? true
        guard let url else {
            if record["url"] == nil, !record.meant.contains("url") { refuse("has no `url`", node) }
            return nil
        }
        return ProjectWebHook(
            url: url, secret: secret, keys: keys, broken: broken, failures: failures, rollouts: rollouts,
            insecure: insecure)
    }

    private mutating func readURL(_ node: YAMLNode, insecure: Bool) -> Secret? {
        guard let text = node.textValue, let url = Secret(text) else {
            return refuse(WebHookAddressProblem.notAnAddress.description, at: "url", node)
        }
        if url.variable != nil { return url }
        do throws(WebHookAddressProblem) {
            _ = try ProjectWebHook.address(text, insecure: insecure)
            return url
        } catch {
            return refuse(error.description, at: "url", node)
        }
    }
}
