import ExperimentsCore
import Foundation

extension TransportResponse {
    /// Returns a clause with the address to use instead of a request's, if the response shows that the address is
    /// wrong, regardless of the request: `that is a redirect to https://new.example.com, which is not followed; use
    /// that address`.
    ///
    /// - Parameters:
    ///   - url: the address of the request.
    ///   - hiding: hides secrets that a server may repeat.
    package func addressAdvice(sentTo url: URL, hiding: (String) -> String = { $0 }) -> String? {
        if status == 400, url.scheme == "http", saysHTTPS {
            return "the server speaks https; begin its address with https://"
        }
        guard (300..<400).contains(status), status != 304 else { return nil }
        guard let target = redirectTarget(from: url) else {
            return "that is a redirect, which is not followed"
        }
        // Temporary redirects often lead to a page for signing in.
        let isForGood = status == 301 || status == 308
        return "that is a redirect to \(hiding(ServerText.presentable(target))), which is not followed; "
            + (isForGood ? "use that address" : "check the address and the credentials")
    }

    /// Whether the message is that of a server that received plain HTTP at its port for TLS. Servers use different
    /// wording, but all mention HTTPS. A link in the message of another error does not count.
    private var saysHTTPS: Bool {
        let text = String(decoding: body.prefix(2048), as: UTF8.self).lowercased()
        return text.replacingOccurrences(of: "https://", with: "").contains("https")
    }

    /// Returns the target of a redirect, without its query, which may contain secrets, and without the path of the
    /// request if it ends with that path, because a base address is configured without it.
    private func redirectTarget(from url: URL) -> String? {
        guard let location = headers["location"], let target = URL(string: location, relativeTo: url),
            var parts = URLComponents(url: target, resolvingAgainstBaseURL: true),
            parts.host?.isEmpty == false
        else { return nil }
        parts.user = nil
        parts.password = nil
        parts.query = nil
        parts.fragment = nil
        if parts.path.hasScalarSuffix(url.path) {
            parts.path.unicodeScalars.removeLast(url.path.unicodeScalars.count)
        }
        return parts.string
    }
}
