import ExperimentsSupport

/// Reading resources, following their changes, and completing names.
extension AssistantServer {
    private func resource(_ request: Request) throws(RPCError) -> Resource {
        let address = try request.text("uri")
        guard let resource = Resource(address) else {
            throw RPCError(
                request.revision.unknownResourceCode, "unknown resource \(Quotation.of(address))",
                data: ["uri": .string(address)])
        }
        return resource
    }

    mutating func read(_ request: Request, at seconds: Double) throws(RPCError) -> [Action] {
        let resource = try resource(request)
        if let command = resource.command {
            return try calls.add(request, .resource(resource), command, at: seconds)
        }
        guard let text = setting.projectText() else {
            throw RPCError(request.revision.unknownResourceCode, "there is no project file in this folder")
        }
        return [reply(request, contents(of: resource, text, for: request))]
    }

    func contents(of resource: Resource, _ text: String, for request: Request) -> JSONObject {
        var result = JSONObject()
        result["contents"] = [
            [
                "uri": .string(resource.address), "mimeType": .string(resource.mediaType),
                "text": .string(TextCut.cut(text, to: ToolAnswer.limit)),
            ]
        ]
        if !request.revision.hasHandshake { addCaching(to: &result) }
        return result
    }

    mutating func subscribe(_ request: Request) throws(RPCError) -> [Action] {
        let address = try resource(request).address
        let wasWatching = subscriptions.isWatching
        subscriptions.add(address)
        return [reply(request, JSONObject())] + (wasWatching ? [] : [.watch(true)])
    }

    mutating func unsubscribe(_ request: Request) throws(RPCError) -> [Action] {
        let wasWatching = subscriptions.isWatching
        subscriptions.remove(try resource(request).address)
        return [reply(request, JSONObject())] + (wasWatching && !subscriptions.isWatching ? [.watch(false)] : [])
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
            addresses.insert(resource.address)
        }
        let wasWatching = subscriptions.isWatching
        subscriptions.listen(request.id, to: addresses)
        var honoured = JSONObject()
        honoured["resourceSubscriptions"] = .array(addresses.sorted().map(JSONValue.string))
        var params = JSONObject()
        params["notifications"] = .object(honoured)
        params["_meta"] = [ProtocolField.subscription: request.id.json]
        let isNew = !wasWatching && subscriptions.isWatching
        return [.send(.notification("notifications/subscriptions/acknowledged", params))]
            + (isNew ? [.watch(true)] : [])
    }

    /// Reports that the values of keys have changed.
    package func changed(keys: [String]) -> [Action] {
        let addresses = Set(keys.map { Resource.key($0).address })
        return subscriptions.messages(about: addresses).map(Action.send)
    }

    mutating func complete(_ request: Request, at seconds: Double) throws(RPCError) -> [Action] {
        guard let argument = request.params["argument"]?.object, let name = argument["name"]?.string,
            let typed = argument["value"]?.string, request.params["ref"]?.object != nil
        else { throw .params("expected \"ref\" and \"argument\" with \"name\" and \"value\"") }
        guard name == "key" else { return [reply(request, Self.completion([]))] }
        return try calls.add(
            request, .completion(prefix: typed), ToolCommand(["list", "--json"]), at: seconds)
    }

    static func completion(_ names: [String]) -> JSONObject {
        let most = 100
        var completion = JSONObject()
        completion["values"] = .array(names.prefix(most).map(JSONValue.string))
        completion["total"] = .number(String(names.count))
        completion["hasMore"] = .bool(names.count > most)
        var result = JSONObject()
        result["completion"] = .object(completion)
        return result
    }
}
