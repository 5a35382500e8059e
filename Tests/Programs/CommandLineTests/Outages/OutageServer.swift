import ExperimentsCore
import ExperimentsHTTPServing
import ExperimentsLocks
import ExperimentsTransport
import Foundation
import TestSupport

/// A server that answers as the servers of all kinds of sources do, with `days` as 7, until they all fail: each request
/// as the fault says whose name is in its path, or in the key of etcd that it asks for, as in `away-html`.
final class OutageServer: HTTPResponder {
    private let isAway = Mutex(false)
    private static let mark = "away-"

    /// Fails from now on.
    func fail() { isAway.withLock { $0 = true } }

    func respond(to request: ServedRequest) async -> ServedResponse {
        let body = (try? JSONValue(parsing: request.body))?.object
        let key = body?["key"]?.string.flatMap { Data(base64Encoded: $0) }.map {
            String(decoding: $0, as: UTF8.self)
        }
        if isAway.withLock(\.self), let fault = Self.fault(in: request.path + " " + (key ?? "")) {
            return Self.failure(fault)
        }
        guard let answer = Self.answer(to: request.path, key) else { return ServedResponse(status: 404) }
        return ServedResponse(
            status: 200, headers: ["content-type": "application/json", "etag": "one"],
            body: Array(answer.utf8))
    }

    private static func fault(in text: String) -> String? {
        guard let start = text.range(of: mark)?.upperBound else { return nil }
        return String(text[start...].prefix { $0.isLetter || $0.isNumber })
    }

    private static func failure(_ fault: String) -> ServedResponse {
        if let status = Int(fault) { return ServedResponse(status: status) }
        var response = ServedResponse(status: 200, headers: ["content-type": "application/json"])
        switch fault {
        case "html": response = ServedResponse(status: 200, headers: ["content-type": "text/html"])
        case "redirect": response = ServedResponse(status: 302, headers: ["location": "http://127.0.0.1:9/"])
        case "truncated": response.delivery = .truncated
        case "hang": response.delivery = .never
        default: break
        }
        response.body = Array((OutageFault(rawValue: fault)?.content ?? "").utf8)
        return response
    }

    private static func answer(to path: String, _ key: String?) -> String? {
        if path.hasSuffix("/evaluate/flags") { return #"{"flags": [{"key": "days", "value": 7}]}"# }
        if path.hasSuffix(":fetch") {
            return #"{"state": "UPDATE", "templateVersion": "1", "entries": {"days": "7"}}"#
        }
        if path.hasSuffix("/installations") {
            return """
                {"fid": "cAAAAAAAAAAAAAAAAAAAAA", "refreshToken": "r",
                 "authToken": {"token": "a.b.c", "expiresIn": "604800s"}}
                """
        }
        if path.hasSuffix("/remoteConfig") { return OutageSource.template }
        if path.contains("/api/features/") { return OutageSource.payload }
        if path.hasSuffix("/active_config") {
            return """
                {"meta": {"format_version_string": "1.0"},
                 "config_sections": {"Shop": {"settings": {"days": {"value": "7"}}}}}
                """
        }
        guard path.hasSuffix("/kv/range"), let key else { return nil }
        return """
            {"header": {"cluster_id": "1", "member_id": "1", "revision": "5", "raft_term": "1"}, "count": "1",
             "kvs": [{"key": "\(Data((key + "days").utf8).base64EncodedString())", "value": "Nw==",
                      "create_revision": "5", "mod_revision": "5", "version": "1"}]}
            """
    }
}

/// What is wrong with a source.
enum OutageFault: String, Hashable {
    case removed, directory, empty, truncated, html, object, array, null, refused, redirect, hang
    case status500 = "500"
    case status503 = "503"
    case status401 = "401"
    case status304 = "304"
    case status204 = "204"
    // Of a server that is reached over TLS: its certificate expired, is of another host or of an unknown authority, the
    // connection ends during the handshake, or the answer is not TLS.
    case expired, elsewhere, stranger, cut, plain

    /// Whether the server is reached over TLS.
    var isOfTLS: Bool { [.expired, .elsewhere, .stranger, .cut, .plain].contains(self) }

    /// The document that there is instead; nil if there is none.
    var content: String? {
        switch self {
        case .empty: ""
        case .truncated: #"{"days": {"value": "7"#
        case .html: "<!DOCTYPE html><html><body>Log in</body></html>"
        case .object: "{}"
        case .array: "[]"
        case .null: "null"
        default: nil
        }
    }
}

/// A source of one kind with the fault that it will have.
struct OutageSource {
    static let template = #"{"parameters": {"days": {"defaultValue": {"value": "7"}}}}"#
    static let payload = #"{"status": 200, "features": {"days": {"defaultValue": 7}}}"#

    /// The kind, as in the tables.
    let kind: String
    let fault: OutageFault

    /// The name in the project file.
    var name: String { "\(kind)-\(fault.rawValue)" }

    /// The name of its file.
    var path: String { name + ".json" }

    /// What its file holds while nothing is wrong; nil if it is a server.
    var document: String? {
        switch kind {
        case "file": #"{"days": 7}"#
        case "variants": #"{"flag_defs": [{"flag": "days", "base_value": 7}], "variants": []}"#
        case "template-file": Self.template
        case "growthbook-file": Self.payload
        default: nil
        }
    }

    /// Replaces its file by what the fault says.
    func spoil(in folder: TemporaryFolder) throws {
        try FileManager.default.removeItem(atPath: folder.path(path))
        if fault == .directory {
            try FileManager.default.createDirectory(
                atPath: folder.path(path), withIntermediateDirectories: false)
        } else if let content = fault.content {
            try folder.write(content, to: path)
        }
    }

    /// Its line in the project file.
    ///
    /// - Parameter url: where its server is.
    func line(at url: String) -> String {
        let mark = "away-" + fault.rawValue
        let fields =
            switch kind {
            case "file", "variants": "kind: \(kind), path: \(path)"
            case "template-file": "kind: firebase-template, path: \(path)"
            case "growthbook-file": "kind: growthbook, path: \(path)"
            case "emulator": #"kind: emulator, url: "\#(url)", project: \#(mark), realtime: false"#
            case "firebase":
                #"kind: firebase, base_url: "\#(url)", installations_url: "\#(url)", project: \#(mark), "#
                    + #"app_id: "1:123456789012:ios:0a1b2c3d", minimum_fetch_interval: 0s, "#
                    + "api_key: AIzaSyA0123456789012345678901234567890, realtime: false"
            case "template":
                #"kind: firebase-template, base_url: "\#(url)", project: \#(mark), access_token: t"#
            case "ofrep": #"kind: ofrep, url: "\#(url)/\#(mark)", realtime: false"#
            case "active-config":
                #"kind: active-config, url: "\#(url)/\#(mark)/active_config?userID={user}", user: anna"#
            case "growthbook":
                #"kind: growthbook, host: "\#(url)", client_key: sdk-\#(mark), realtime: false"#
            default: #"kind: etcd, endpoints: "\#(url)", prefix: shop/\#(mark), realtime: false"#
            }
        let tls = fault.isOfTLS ? ", tls: {ca: pki/ca.pem}" : ""
        return "  - {name: \(name), \(fields)\(tls)}\n"
    }
}
