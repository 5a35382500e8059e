import ExperimentsCore
import ExperimentsTransport
import Foundation

/// A refusal by etcd, or by something that answered in its place.
package struct EtcdRefusal: Sendable, Hashable {
    /// The meaning of a refusal, which determines how to handle it.
    package enum Kind: Sendable, Hashable {
        /// The request has no token, or an invalid one.
        case signInNeeded
        /// The name or the password is wrong.
        case wrongPassword
        /// The cluster has no users, so signing in is not possible.
        case needsNoSignIn
        /// The user does not have permission.
        case denied
        /// The lease does not exist.
        case leaseGone
        /// The history of the revision was compacted.
        case compacted
        /// The store has not reached this revision yet.
        case future
        /// There is no leader. Nothing was done.
        case noLeader
        /// The member, or the cluster, is unavailable. It is not known whether the request was carried out.
        case unavailable
        /// The member is overloaded, and did nothing.
        case overloaded
        /// The store is full. Only reads and deletions are possible.
        case storeFull
        /// The request is larger than the store accepts.
        case tooLarge
        /// The client's certificate has a CommonName, which the gateway refuses if passwords are used.
        case namedCertificate
        /// Another reason, for which repeating the request does not help.
        case other
    }

    /// The gRPC status code; nil if the response does not come from etcd, but for example from a proxy.
    package let code: Int?
    /// The HTTP status; 0 for an error within a stream.
    package let status: Int
    /// The message, fit to be shown.
    package let text: String
    /// How long the server asks clients to wait; nil if it asks for nothing.
    package let wait: Duration?

    /// Creates a refusal from its parts. The text is changed so that it can be shown.
    init(code: Int?, status: Int = 0, text: String, wait: Duration? = nil) {
        self.code = code
        self.status = status
        self.text = ServerText.presentable(text)
        self.wait = wait
    }

    /// Reads a response whose status is an error.
    ///
    /// - Parameter now: the time, for a server that asks clients to wait until a date.
    init(_ response: TransportResponse, now: Date = Date()) {
        let wait = RetryWait.seconds(in: response.headers, now: now).map(Duration.seconds)
        if let value = try? JSONValue(parsing: response.body), let object = value.object {
            self.init(object, status: response.status, wait: wait)
        } else {
            let text = String(decoding: response.body.prefix(1000), as: UTF8.self)
            // The page of a web server says no more than the status.
            let isPage = text.unicodeScalars.first { !$0.properties.isWhitespace } == "<"
            self.init(code: nil, status: response.status, text: isPage ? "" : text, wait: wait)
        }
    }

    /// Reads the error object of a response or of a stream. etcd 3.4 and 3.6 name its members differently.
    init(_ object: JSONObject, status: Int = 0, wait: Duration? = nil) {
        let code = (object["grpc_code"] ?? object["code"])?.int64
        let text = object["message"]?.string ?? object["error"]?.string ?? ""
        let ownStatus = object["http_code"]?.int64 ?? 0
        self.init(
            code: code.map { Int(clamping: $0) }, status: status == 0 ? Int(clamping: ownStatus) : status,
            text: text,
            wait: wait)
    }

    /// Reads why a watch was cancelled: `rpc error: code = PermissionDenied desc = etcdserver: permission denied`.
    init(cancelReason: String) {
        let code = cancelReason.rest(after: "code = ").flatMap { Self.codes[String($0.prefix { $0 != " " })] }
        let text = cancelReason.rest(after: "desc = ").map(String.init)
        self.init(code: code, text: text ?? cancelReason)
    }

    /// Returns the same refusal without secret strings.
    func hiding(_ secrets: [String]) -> EtcdRefusal {
        let shown = secrets.reduce(text) { text, secret in
            secret.isEmpty ? text : text.replacing(secret, with: "(hidden)")
        }
        return EtcdRefusal(code: code, status: status, text: shown, wait: wait)
    }

    private static let codes = [
        "Canceled": 1, "Unknown": 2, "InvalidArgument": 3, "DeadlineExceeded": 4, "NotFound": 5,
        "PermissionDenied": 7,
        "ResourceExhausted": 8, "FailedPrecondition": 9, "OutOfRange": 11, "Unavailable": 14,
        "Unauthenticated": 16,
    ]

    /// The kind of refusal. The HTTP status is ambiguous: 429 can mean a full store or too many requests.
    package var kind: Kind {
        func says(_ words: String) -> Bool { text.contains(words) }
        switch code {
        case 1, 2, 4: return .unavailable
        case 3 where says("user name is empty"), 3 where says("revision of auth store is old"):
            return .signInNeeded
        case 3 where says("authentication failed"): return .wrongPassword
        case 3 where says("request is too large"): return .tooLarge
        case 5 where says("lease"): return .leaseGone
        case 7: return .denied
        case 8 where says("too many requests"): return .overloaded
        case 8 where says("database space exceeded"): return .storeFull
        case 8 where says("larger than max"): return .tooLarge
        case 9 where says("authentication is not enabled"): return .needsNoSignIn
        case 11 where says("compacted"): return .compacted
        case 11 where says("future revision"): return .future
        case 14 where says("no leader"): return .noLeader
        case 14: return .unavailable
        case 16: return .signInNeeded
        case nil where says("CommonName"): return .namedCertificate
        // The answer of an intermediary, such as a load balancer that finds no member.
        case nil where [502, 503, 504].contains(status): return .unavailable
        default: return .other
        }
    }

    /// Advice, if there is any.
    var advice: String? {
        switch kind {
        case .signInNeeded: "set `user` and `password` in the project file"
        case .wrongPassword: "check `user` and `password` in the project file"
        case .denied: "ask for a role that allows these keys"
        case .storeFull: "compact and defragment the store or raise its quota, then disarm the alarm NOSPACE"
        case .tooLarge: "etcd accepts 1.5 MiB per request by default; make the change smaller"
        case .namedCertificate: "use a certificate without a CommonName, and sign in with a password"
        case .needsNoSignIn: "remove `user` and `password` from the project file"
        case .other where code == nil && status != 0:
            "check that an etcd of version 3.4 or later listens there"
        default: nil
        }
    }
}

extension EtcdRefusal: CustomStringConvertible {
    /// etcd's words, as a clause.
    package var description: String {
        var words = text
        if words.hasPrefix(Self.prefix) { words.removeFirst(Self.prefix.count) }
        if words.isEmpty { words = code.map { "error \($0)" } ?? "HTTP status \(status)" }
        return code == nil && status != 0 && !text.isEmpty ? "HTTP status \(status): \(words)" : words
    }

    private static let prefix = "etcdserver: "
}

extension String {
    /// Returns the text after the first occurrence of `words`; nil if they do not occur.
    fileprivate func rest(after words: String) -> Substring? {
        firstRange(of: words).map { self[$0.upperBound...] }
    }
}
