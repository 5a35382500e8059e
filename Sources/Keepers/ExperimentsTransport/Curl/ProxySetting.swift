#if os(Linux)
import ExperimentsCore
import Foundation

/// The proxy that the environment names for an address, as libcurl finds it. It is needed only for messages.
struct ProxySetting {
    /// The name of the variable.
    let variable: String
    /// The proxy's host and port, without a name and a password.
    let address: String

    /// Returns nil if the address is asked directly.
    init?(for url: URL, environment: [String: String] = ProcessInfo.processInfo.environment) {
        guard !url.isOnThisMachine, let scheme = url.scheme?.lowercased() else { return nil }
        // Servers set HTTP_PROXY from a header of the request, so libcurl does not read it in capitals.
        let names = scheme == "http" ? ["http_proxy"] : ["\(scheme)_proxy", "\(scheme.uppercased())_PROXY"]
        let found = (names + ["all_proxy", "ALL_PROXY"]).lazy.compactMap { name -> (String, String)? in
            environment[name].flatMap { $0.isEmpty ? nil : (name, $0) }
        }.first
        guard let (name, text) = found else { return nil }
        let exceptions = environment["no_proxy"] ?? environment["NO_PROXY"] ?? ""
        guard !Self.excepts(url, exceptions) else { return nil }
        variable = name
        let address = URL(string: text.firstRange(of: "://") == nil ? "http://" + text : text)
        self.address = address?.host == nil ? "" : address?.hostAndPort ?? ""
    }

    private static func excepts(_ url: URL, _ list: String) -> Bool {
        let host = (url.host ?? "").lowercased()
        return list.lowercased().split(whereSeparator: { $0 == "," || $0 == " " }).contains { entry in
            let name = entry.drop { $0 == "." }
            return entry == "*" || host == name || host.hasSuffix("." + name)
        }
    }

    /// Returns the problem that an error of libcurl means, with what to do.
    func failure(code: Int32) -> String {
        let problem =
            code == 5
            ? "could not be found"
            : code == 97 ? "did not connect to it" : "refused the connection or cannot be reached"
        return "the proxy \(self) \(problem); to ask the server directly, add it to no_proxy"
    }
}

extension ProxySetting: CustomStringConvertible {
    /// `127.0.0.1:9 (http_proxy)`.
    var description: String { address.isEmpty ? "(\(variable))" : "\(address) (\(variable))" }
}
#endif
