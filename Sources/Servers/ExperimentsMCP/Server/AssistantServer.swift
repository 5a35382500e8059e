import ExperimentsSupport

/// The server of the Model Context Protocol for one client on standard input and output: a value that turns lines of the
/// client and ends of commands into messages and commands to start. It does nothing itself.
package struct AssistantServer: Sendable {
    /// What the server needs to know about the program and its project.
    package struct Setting: Sendable {
        let version: String
        let permissions: Set<Permission>
        let guides: [Guide]
        /// Returns the project file without its secrets; nil if there is none.
        let projectText: @Sendable () -> String?
        /// Returns a new text that nobody can guess.
        let token: @Sendable () -> String

        package init(
            version: String, permissions: Set<Permission>, guides: [Guide] = [],
            projectText: @escaping @Sendable () -> String?, token: @escaping @Sendable () -> String
        ) {
            self.version = version
            self.permissions = permissions
            self.guides = guides
            self.projectText = projectText
            self.token = token
        }
    }

    /// What the server asks for.
    package enum Action: Sendable, Hashable {
        /// Write this message as a line.
        case send(JSONValue)
        /// Start a command for a client, and report its end with the same number.
        case start(Int, ToolCommand, client: String?)
        /// End a command. Its end is reported as that of any other.
        case stop(Int)
        /// Follow changes of values from now on, or stop following them.
        case watch(Bool)
    }

    /// The most commands that run at the same time. Further calls wait.
    static let parallelCalls = 16
    /// The most calls that wait.
    static let waitingCalls = 256

    let setting: Setting
    let catalog: ToolCatalog
    /// What the handshake agreed on; nil before it.
    var session: Session?
    var calls = CallTable()
    var subscriptions = Subscriptions()
    var reviews = Reviews()

    package init(_ setting: Setting) {
        self.setting = setting
        catalog = ToolCatalog(setting.permissions)
    }

    /// Handles a line of the client.
    package mutating func receive(_ line: MessageLines.Line, at seconds: Double) -> [Action] {
        guard case .whole(let bytes) = line else {
            return [.send(.response(to: nil, RPCError(RPCError.invalidRequest, "the line is too long")))]
        }
        let json: JSONValue
        do throws(JSONProblem) {
            json = try JSONValue(parsing: bytes)
        } catch {
            return [.send(.response(to: nil, RPCError(RPCError.parseError, "not JSON: \(error.message)")))]
        }
        guard case .array(let messages) = json else { return receive(json, inBatch: false, at: seconds) }
        guard session?.revision.allowsBatches ?? false, !messages.isEmpty else {
            return [
                .send(
                    .response(
                        to: nil, RPCError(RPCError.invalidRequest, "expected one message, found an array")))
            ]
        }
        return messages.prefix(Self.waitingCalls).flatMap { receive($0, inBatch: true, at: seconds) }
    }

    private mutating func receive(_ json: JSONValue, inBatch: Bool, at seconds: Double) -> [Action] {
        let message: RPCMessage
        do throws(RPCMessage.Problem) {
            message = try RPCMessage(json)
        } catch {
            return [.send(.response(to: error.id, error.error))]
        }
        switch message {
        case .response: return []
        case .notification(let method, let params): return hear(method, params)
        case .request(let id, let method, let params):
            do throws(RPCError) {
                guard !calls.contains(id), !subscriptions.listens(id) else {
                    throw RPCError(RPCError.invalidRequest, "a request with this id is not answered yet")
                }
                guard !(inBatch && method == "initialize") else {
                    throw RPCError(RPCError.invalidRequest, "initialize must not be part of an array")
                }
                return try answer(
                    Request(id: id, method: method, params: params, session: session), at: seconds)
            } catch {
                return [.send(.response(to: id, error))]
            }
        }
    }

    private mutating func hear(_ method: String, _ params: JSONObject) -> [Action] {
        guard method == "notifications/cancelled", let id = RequestID(params["requestId"]) else { return [] }
        if let isWatching = subscriptions.end(id) { return isWatching ? [] : [.watch(false)] }
        return calls.cancel(id)
    }

    private mutating func answer(_ request: Request, at seconds: Double) throws(RPCError) -> [Action] {
        switch request.method {
        case "initialize" where request.revision.hasHandshake: return [.send(try initialize(request))]
        case "server/discover" where !request.revision.hasHandshake: return [reply(request, discovery)]
        case "ping" where request.revision.hasHandshake: return [reply(request, JSONObject())]
        case "tools/list": return [reply(request, try list("tools", catalog.tools.map(\.json), request))]
        case "tools/call": return try call(request, at: seconds)
        case "prompts/list": return [reply(request, try list("prompts", Prompt.all.map(\.json), request))]
        case "prompts/get": return [reply(request, try prompt(request))]
        case "resources/list":
            return [reply(request, try list("resources", Resource.listed(setting.guides), request))]
        case "resources/templates/list":
            return [reply(request, try list("resourceTemplates", Resource.templates, request))]
        case "resources/read": return try read(request, at: seconds)
        case "resources/subscribe" where request.revision.hasHandshake: return try subscribe(request)
        case "resources/unsubscribe" where request.revision.hasHandshake: return try unsubscribe(request)
        case "subscriptions/listen" where !request.revision.hasHandshake: return try listen(request)
        case "completion/complete": return try complete(request, at: seconds)
        default: throw RPCError(RPCError.methodNotFound, "unknown method \(Quotation.of(request.method))")
        }
    }

    /// Returns the answer to a request.
    func reply(_ request: Request, _ result: JSONObject) -> Action {
        .send(.response(to: request.id, request.revision.hasHandshake ? result : stamped(result)))
    }

    /// Returns a result as revisions without a handshake want it.
    private func stamped(_ result: JSONObject) -> JSONObject {
        var result = result
        if result["resultType"] == nil { result["resultType"] = "complete" }
        var meta = result["_meta"]?.object ?? JSONObject()
        meta[ProtocolField.server] = serverInfo
        result["_meta"] = .object(meta)
        return result
    }

    private func list(_ name: String, _ entries: [JSONValue], _ request: Request) throws(RPCError)
        -> JSONObject
    {
        guard request.params["cursor"] == nil else { throw .params("unknown cursor: the list has one page") }
        var result = JSONObject()
        result[name] = .array(entries)
        if !request.revision.hasHandshake { addCaching(to: &result) }
        return result
    }

    /// Adds how long a client may keep a list or a text. Values change at any time.
    func addCaching(to result: inout JSONObject) {
        result["ttlMs"] = 0
        result["cacheScope"] = "private"
    }
}
