import ExperimentsCore
import Foundation

extension TransportResponse {
    /// Returns a clause that says which address to use instead of a request's, if the response shows that the address
    /// is wrong, whatever was requested: `that is a redirect to https://new.example.com, which is not followed; use
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
        guard let target = redirectTarget(from: url) else { return "that is a redirect, which is not followed" }
        // A page for signing in is where redirects lead that are not for good.
        let isForGood = status == 301 || status == 308
        return "that is a redirect to \(hiding(ServerText.presentable(target))), which is not followed; "
            + (isForGood ? "use that address" : "check the address and the credentials")
    }

    /// Whether the message is that of a server that was sent plain HTTP to its port for TLS. Each has other words for it,
    /// but all name HTTPS. A link in the message of another error does not.
    private var saysHTTPS: Bool {
        let text = String(decoding: body.prefix(2048), as: UTF8.self).lowercased()
        return text.replacingOccurrences(of: "https://", with: "").contains("https")
    }

    /// The address to which a redirect leads, without its query, which may hold secrets, and without the path of the
    /// request if it ends with that, because a base address is configured without it.
    private func redirectTarget(from url: URL) -> String? {
        guard let location = headers["location"], let target = URL(string: location, relativeTo: url),
            var parts = URLComponents(url: target, resolvingAgainstBaseURL: true), parts.host?.isEmpty == false
        else { return nil }
        (parts.user, parts.password, parts.query, parts.fragment) = (nil, nil, nil, nil)
        if parts.path.hasScalarSuffix(url.path) { parts.path.unicodeScalars.removeLast(url.path.unicodeScalars.count) }
        return parts.string
    }
}
