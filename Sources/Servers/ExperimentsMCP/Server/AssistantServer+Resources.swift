import ExperimentsSupport

/// Reading resources, following their changes, and completing names.
extension AssistantServer {
    private func resource(_ address: String, _ request: Request) throws(RPCError) -> Resource {
        guard let resource = Resource(address) else { throw unknown(address, request) }
        return resource
    }

    private func unknown(_ address: String, _ request: Request) -> RPCError {
        RPCError(
            request.revision.unknownResourceCode, "unknown resource \(Quotation.of(address))",
            data: ["uri": .string(address)])
    }

    mutating func read(_ request: Request, at seconds: Double) throws(RPCError) -> [Action] {
        let address = try request.text("uri")
        // Long texts come in pages: `experiments://guides/Results?page=2`.
        let cut = address.cut(atLast: "?").flatMap { $0.after.hasPrefix("page=") ? $0 : nil }
        let page = cut.map { Int($0.after.dropFirst("page=".count)) ?? 0 } ?? 1
        let resource = try resource(cut.map { String($0.before) } ?? address, request)
        if let command = resource.command {
            return try add(request, .resource(resource, page: page), command, at: seconds)
        }
        if case .guide(let name) = resource {
            guard let guide = setting.guides.first(where: { $0.name == name }) else {
                throw unknown(address, request)
            }
            return [reply(request, try contents(of: resource, guide.text, page: page, for: request))]
        }
        guard let text = setting.projectText() else {
            throw RPCError(
                request.revision.unknownResourceCode, "no project file can be read; check_values says why")
        }
        return [reply(request, try contents(of: resource, text, page: page, for: request))]
    }

    func contents(
        of resource: Resource, _ text: String, page: Int, for request: Request
    ) throws(RPCError) -> JSONObject {
        let room = ToolAnswer.limit - resource.address.utf16.count - 100
        guard let shown = TextPages(text, limit: max(1_000, room)).page(page, of: resource.address) else {
            throw unknown("\(resource.address)?page=\(page)", request)
        }
        let contents: JSONValue = [
            "uri": .string(resource.address), "mimeType": .string(resource.mediaType), "text": .string(shown),
        ]
        var result = JSONObject(present: ["contents": [contents]])
        if !request.revision.hasHandshake { addCaching(to: &result) }
        return result
    }

    mutating func subscribe(_ request: Request) throws(RPCError) -> [Action] {
        let resource = try resource(request.text("uri"), request)
        guard resource.isFollowed else { throw .params("changes of \(resource.address) are not followed") }
        let wasWatching = subscriptions.isWatching
        subscriptions.add(resource.address)
        return [reply(request, JSONObject())] + (wasWatching ? [] : [.watch(true)])
    }

    mutating func unsubscribe(_ request: Request) throws(RPCError) -> [Action] {
        let wasWatching = subscriptions.isWatching
        subscriptions.remove(try resource(request.text("uri"), request).address)
        return [reply(request, JSONObject())]
            + (wasWatching && !subscriptions.isWatching ? [.watch(false)] : [])
    }

    /// Starts a subscription, which ends when the client cancels its request. Lists never change while the server runs.
    mutating func listen(_ request: Request) throws(RPCError) -> [Action] {
        guard let wanted = request.params["notifications"]?.object else {
            throw .params("expected an object as \"notifications\"")
        }
        var addresses: Set<String> = []
        for address in wanted["resourceSubscriptions"]?.array ?? [] {
            guard let text = address.string, let resource = Resource(text) else {
                throw .params("unknown resource in \"resourceSubscriptions\"")
            }
            if resource.isFollowed { addresses.insert(resource.address) }
        }
        let wasWatching = subscriptions.isWatching
        subscriptions.listen(request.id, to: addresses)
        let params = JSONObject(present: [
            "notifications": ["resourceSubscriptions": .array(addresses.sorted().map(JSONValue.string))],
            "_meta": [ProtocolField.subscription: request.id.json],
        ])
        let isNew = !wasWatching && subscriptions.isWatching
        return [.send(.notification("notifications/subscriptions/acknowledged", params))]
            + (isNew ? [.watch(true)] : [])
    }

    /// Whether to follow changes of values.
    package var isWatching: Bool { subscriptions.isWatching }

    /// Reports that the values of keys have changed, or the project file.
    package func changed(keys: [String], project: Bool = false) -> [Action] {
        let addresses = Set((keys.map(Resource.key) + (project ? [.project] : [])).map(\.address))
        return subscriptions.messages(about: addresses).map(Action.send)
    }

    mutating func complete(_ request: Request, at seconds: Double) throws(RPCError) -> [Action] {
        guard let argument = request.params["argument"]?.object, let name = argument["name"]?.string,
            let typed = argument["value"]?.string, request.params["ref"]?.object != nil
        else { throw .params("expected \"ref\" and \"argument\" with \"name\" and \"value\"") }
        if name == "guide" {
            return [reply(request, Self.completion(setting.guides.map(\.name), beginningWith: typed))]
        }
        guard name == "key" else { return [reply(request, Self.completion([], beginningWith: typed))] }
        return try add(request, .completion(prefix: typed), ToolCommand(["list", "--json"]), at: seconds)
    }

    private mutating func add(
        _ request: Request, _ purpose: CallTable.Purpose, _ command: ToolCommand, at seconds: Double
    ) throws(RPCError) -> [Action] {
        do throws(ToolProblem) {
            return try calls.add(request, purpose, command, at: seconds)
        } catch {
            throw RPCError(RPCError.internalError, error.message)
        }
    }

    static func completion(_ names: [String], beginningWith typed: String) -> JSONObject {
        let most = 100
        let names = names.filter { $0.hasPrefix(typed) }
        let completion: JSONValue = [
            "values": .array(names.prefix(most).map(JSONValue.string)), "total": .number(String(names.count)),
            "hasMore": .bool(names.count > most),
        ]
        return JSONObject(present: ["completion": completion])
    }
}
