import ExperimentsSupport

/// Calls of tools, from the request to the answer.
extension AssistantServer {
    mutating func call(_ request: Request, at seconds: Double) throws(RPCError) -> [Action] {
        let name = try request.text("name")
        guard let tool = catalog[name] else {
            guard let permission = ToolCatalog.missingPermission(for: name) else {
                throw .params("unknown tool \(Quotation.of(name))")
            }
            return [
                reply(
                    request,
                    ToolAnswer(
                        error: """
                            \(name) is not allowed. A person can allow it: start the server with \
                            --allow \(permission.rawValue).
                            """
                    ).json)
            ]
        }
        let arguments: JSONObject
        switch request.params["arguments"] {
        case nil, .null?: arguments = JSONObject()
        case .object(let object)?: arguments = object
        default: throw .params("expected an object as \"arguments\"")
        }
        do throws(ToolProblem) {
            return try start(tool, arguments, for: request, at: seconds)
        } catch {
            return [reply(request, ToolAnswer(error: error.message).json)]
        }
    }

    private mutating func start(
        _ tool: Tool, _ arguments: JSONObject, for request: Request, at seconds: Double
    ) throws(ToolProblem) -> [Action] {
        let input = try ToolInput(arguments, for: tool.allArguments)
        let page = tool.list == nil ? nil : try AnswerPage(input)
        var command = tool.command(input)
        var purpose = CallTable.Purpose.tool(name: tool.name, page: page)
        if let review = tool.review?(input).first {
            command = review
            purpose = .review(ReviewedCall(tool: tool.name, arguments: arguments, digest: input.text("digest")))
        }
        do throws(RPCError) {
            return try calls.add(request, purpose, command, at: seconds)
        } catch {
            throw ToolProblem(error.message)
        }
    }

    /// Handles the end of a command.
    package mutating func finish(_ number: Int, _ output: CommandOutput, at seconds: Double) -> [Action] {
        let (call, next) = calls.finish(number)
        guard let call, !call.isCancelled else { return next }
        return next + answer(call, output, at: seconds)
    }

    private mutating func answer(
        _ call: CallTable.Call, _ output: CommandOutput, at seconds: Double
    ) -> [Action] {
        let request = call.request
        switch call.purpose {
        case .tool(let name, let page):
            guard let tool = catalog[name] else { return [] }
            return [reply(request, ToolAnswer(output, of: tool, page: page).json)]
        case .review(let reviewed):
            return answer(request, reviewed, output, at: seconds)
        case .resource(let resource):
            return [reply(request, resource, output)]
        case .completion(let prefix):
            let document = (try? JSONValue(parsing: output.output))?.object
            let names = document?["keys"]?.array?.compactMap { $0.object?["name"]?.string } ?? []
            return [reply(request, Self.completion(names.filter { $0.hasPrefix(prefix) }))]
        }
    }

    /// Returns the review, or carries out the call if a person has confirmed this review.
    private mutating func answer(
        _ request: Request, _ reviewed: ReviewedCall, _ output: CommandOutput, at seconds: Double
    ) -> [Action] {
        guard let tool = catalog[reviewed.tool] else { return [] }
        let review = ToolAnswer(output, of: tool, page: nil)
        guard !review.isError, let document = review.document else { return [reply(request, review.json)] }
        // The same draft for another source, or with another description, is another review.
        var arguments = reviewed.arguments
        arguments["digest"] = nil
        let content = JSONValue.object(arguments).compactBytes + output.output
        do throws(ToolProblem) {
            guard let digest = reviewed.digest else {
                var answered = JSONObject()
                answered["published"] = false
                answered["digest"] = .string(reviews.add(content, at: seconds, token: setting.token))
                answered["next"] = "Show this review to a person. If they agree, call the tool again with the digest."
                answered["review"] = .object(document)
                return [reply(request, ToolAnswer(answered, list: nil, page: nil).json)]
            }
            try reviews.confirm(digest, content, at: seconds)
            let command = tool.command(try ToolInput(reviewed.arguments, for: tool.allArguments))
            return try startConfirmed(request, tool, command, at: seconds)
        } catch {
            return [reply(request, ToolAnswer(error: error.message).json)]
        }
    }

    private mutating func startConfirmed(
        _ request: Request, _ tool: Tool, _ command: ToolCommand, at seconds: Double
    ) throws(ToolProblem) -> [Action] {
        do throws(RPCError) {
            return try calls.add(request, .tool(name: tool.name, page: nil), command, at: seconds)
        } catch {
            throw ToolProblem(error.message)
        }
    }

    private func reply(_ request: Request, _ resource: Resource, _ output: CommandOutput) -> Action {
        let text = String(decoding: output.output, as: UTF8.self)
        let document = (try? JSONValue(parsing: output.output))?.object
        if let error = document?["error"]?.object {
            let message = error["message"]?.string ?? "the resource could not be read"
            return .send(.response(to: request.id, RPCError(request.revision.unknownResourceCode, message)))
        }
        guard output.status == 0 || output.status == 2, !text.isEmpty else {
            let reason = output.errors.isEmpty ? "the resource could not be read" : output.errors
            return .send(.response(to: request.id, RPCError(request.revision.unknownResourceCode, reason)))
        }
        return reply(request, contents(of: resource, text, for: request))
    }

    /// Returns what is to be said after some time has passed.
    package mutating func tick(at seconds: Double) -> [Action] { calls.progress(at: seconds) }

    /// Whether commands are running.
    package var isBusy: Bool { calls.runningCount > 0 }
}
