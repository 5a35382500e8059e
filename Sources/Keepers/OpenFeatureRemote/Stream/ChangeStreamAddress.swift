import ExperimentsCore
import ExperimentsTransport
import Foundation

/// The address at which a server announces changes. Anyone who knows it can listen, so its path and query are never
/// shown.
struct ChangeStreamAddress: Sendable, Hashable {
    let url: URL
    /// The time without any data after which the stream counts as lost.
    let longestSilence: Duration

    /// That time if the server does not give it.
    static let usualSilence = Duration.seconds(120)
    /// The longest accepted address, in bytes.
    static let longestAddress = 8192

    /// Returns the first stream of server-sent events in `eventStreams`; nil if there is none. Streams of other types
    /// are skipped.
    ///
    /// - Parameters:
    ///   - list: the member of the response.
    ///   - base: the address of the server, to which an address without an origin belongs.
    static func first(in list: JSONValue?, base: URL) -> Result<ChangeStreamAddress, ChangeStreamProblem>? {
        let streams = list?.array?.compactMap(\.object) ?? []
        guard let stream = streams.first(where: { $0["type"]?.string == "sse" }) else { return nil }
        do throws(ChangeStreamProblem) {
            return .success(
                ChangeStreamAddress(url: try url(of: stream, base), longestSilence: silence(of: stream)))
        } catch {
            return .failure(error)
        }
    }

    private static func url(of stream: JSONObject, _ base: URL) throws(ChangeStreamProblem) -> URL {
        let text: String?
        switch (stream["url"]?.string, stream["endpoint"]?.object) {
        case (let url?, nil): text = url
        case (nil, let endpoint?):
            // Without an origin, it is that of the server, without the path of the server's address.
            text = endpoint["requestUri"]?.string.map { path in
                (endpoint["origin"]?.string ?? base.origin) + (path.hasScalarPrefix("/") ? "" : "/") + path
            }
        default: text = nil
        }
        guard let text else { throw .noAddress }
        guard text.utf8.count <= longestAddress, text.isVisibleASCII, let url = URL(string: text),
            url.scheme == "http" || url.scheme == "https", url.host?.isEmpty == false
        else { throw .notAnAddress }
        guard base.scheme != "https" || url.scheme == "https" else { throw .unencrypted }
        return url
    }

    private static func silence(of stream: JSONObject) -> Duration {
        guard let seconds = stream["inactivityDelaySec"]?.int64 else { return usualSilence }
        return .seconds(min(max(seconds, 10), 3600))
    }
}

extension ChangeStreamAddress: CustomStringConvertible, CustomReflectable {
    /// The host only.
    var description: String { url.hostAndPort }
    /// The host only.
    var customMirror: Mirror { Mirror(self, children: ["host": url.hostAndPort]) }
}

/// The reason why the address of a stream cannot be used. It never contains the address.
enum ChangeStreamProblem: Error, Sendable, Hashable, CustomStringConvertible {
    case noAddress
    case notAnAddress
    case unencrypted

    var description: String {
        switch self {
        case .noAddress: "the server's event stream has neither \"url\" nor \"endpoint\""
        case .notAnAddress: "the address of the server's event stream is not a URL"
        case .unencrypted: "the server uses https but its event stream does not, so it is not opened"
        }
    }
}

extension URL {
    /// `https://example.com:8080`.
    fileprivate var origin: String { "\(scheme ?? "http")://\(hostAndPort)" }
}
