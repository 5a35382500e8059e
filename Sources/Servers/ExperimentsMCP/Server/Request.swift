import ExperimentsSupport

/// What a handshake agreed on.
struct Session: Sendable {
    let revision: ProtocolRevision
    /// What the client calls itself.
    let client: String?
}

/// A request, and the revision of the protocol that it is answered with.
struct Request: Sendable {
    let id: RequestID
    let method: String
    let params: JSONObject
    let revision: ProtocolRevision
    /// What the client calls itself.
    let client: String?

    /// - Parameter session: what the handshake agreed on; nil before it.
    /// - Throws: `RPCError` for a request that belongs to no revision.
    init(
        id: RequestID, method: String, params: JSONObject, session: Session?
    ) throws(RPCError) {
        self.id = id
        self.method = method
        self.params = params
        let meta = params["_meta"]?.object
        guard let named = meta?[ProtocolField.revision] else {
            client = params["clientInfo"]?.clientName ?? session?.client
            guard
                let known = session?.revision ?? (Self.opening.contains(method) ? .latestWithHandshake : nil)
            else {
                throw .params(
                    "the revision of the protocol is missing: send initialize first, or name it in "
                        + "_meta[\"\(ProtocolField.revision)\"]")
            }
            revision = known
            return
        }
        guard let text = named.string, let revision = ProtocolRevision(rawValue: text), !revision.hasHandshake
        else {
            throw RPCError(
                RPCError.unsupportedRevision, "unsupported revision of the protocol",
                data: [
                    "supported": [.string(ProtocolRevision.july2026.rawValue)],
                    "requested": named,
                ])
        }
        guard meta?[ProtocolField.capabilities]?.object != nil else {
            throw .params("expected an object as _meta[\"\(ProtocolField.capabilities)\"]")
        }
        self.revision = revision
        client = meta?[ProtocolField.client]?.clientName ?? session?.client
    }

    /// The methods that are allowed before the handshake.
    private static let opening = ["initialize", "ping"]

    /// The token of the notifications of progress that the client asks for.
    var progressToken: RequestID? { RequestID(params["_meta"]?.object?["progressToken"]) }

    /// A required text.
    func text(_ name: String) throws(RPCError) -> String {
        guard let text = params[name]?.string else { throw .params("expected a string as \"\(name)\"") }
        return text
    }
}

extension JSONValue {
    /// The name and version in a description of a client, which may be any text: short, and safe to print.
    fileprivate var clientName: String? {
        guard let name = object?["name"]?.string, !name.isEmpty else { return nil }
        let version = object?["version"]?.string.map { " \($0)" } ?? ""
        return VisibleText.of(String((name + version).prefix(60)))
    }
}
