import ExperimentsCore
import MarkedYAML

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
            if record["url"] == nil, !record.meant.contains("url") { decoder.refuse("has no 'url'", node) }
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
