import ExperimentsSupport

@testable import ExperimentsMCP

/// A server with a client that has said hello, for tests.
struct ServedAssistant {
    var server: AssistantServer
    private(set) var started: [(number: Int, command: ToolCommand, client: String?)] = []

    init(_ permissions: Set<Permission> = [], project: String? = "keys: []", guides: [Guide] = []) {
        server = AssistantServer(
            .init(
                version: "1.0", permissions: permissions, guides: guides, projectText: { project },
                token: { "token-of-a-review" }))
    }

    /// Sends a line, and returns the messages of the server.
    @discardableResult
    mutating func send(_ line: String, at seconds: Double = 0) -> [JSONValue] {
        take(server.receive(.whole(Array(line.utf8)), at: seconds))
    }

    /// Sends a request of the newest revision, and returns the messages.
    @discardableResult
    mutating func request(
        _ method: String, _ params: JSONObject = JSONObject(), id: Int = 1, at seconds: Double = 0
    ) -> [JSONValue] {
        var params = params
        var meta = params["_meta"]?.object ?? JSONObject()
        meta[ProtocolField.revision] = .string(ProtocolRevision.july2026.rawValue)
        meta[ProtocolField.capabilities] = [:]
        params["_meta"] = .object(meta)
        let message: JSONValue = [
            "jsonrpc": "2.0", "id": .number(String(id)), "method": .string(method), "params": .object(params),
        ]
        return send(message.compactText, at: seconds)
    }

    /// Calls a tool, and returns the messages.
    @discardableResult
    mutating func call(
        _ name: String, _ arguments: JSONValue = [:], id: Int = 1, at seconds: Double = 0
    ) -> [JSONValue] {
        var params = JSONObject()
        params["name"] = .string(name)
        params["arguments"] = arguments
        return request("tools/call", params, id: id, at: seconds)
    }

    /// Ends the command that was started last, and returns the messages.
    mutating func end(_ output: String, status: Int32? = 0, errors: String = "", at seconds: Double = 0)
        -> [JSONValue]
    {
        guard let last = started.last else { return [] }
        let ended = CommandOutput(status: status, output: Array(output.utf8), errors: errors)
        return take(server.finish(last.number, ended, at: seconds))
    }

    /// Says hello as revisions with a handshake do.
    @discardableResult
    mutating func initialize(_ revision: String) -> [JSONValue] {
        send(
            """
            {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {"protocolVersion": "\(revision)", \
            "capabilities": {}, "clientInfo": {"name": "editor", "version": "2"}}}
            """)
    }

    private mutating func take(_ actions: [AssistantServer.Action]) -> [JSONValue] {
        actions.compactMap { action in
            switch action {
            case .send(let message): return message
            case .start(let number, let command, let client):
                started.append((number, command, client))
                return nil
            case .stop, .watch: return nil
            }
        }
    }
}

extension JSONValue {
    /// The value at a path of names and places in lists.
    func at(_ path: String...) -> JSONValue? {
        var value: JSONValue? = self
        for step in path {
            if let place = Int(step), let list = value?.array {
                value = list.indices.contains(place) ? list[place] : nil
            } else {
                value = value?.object?[step]
            }
        }
        return value
    }
}
