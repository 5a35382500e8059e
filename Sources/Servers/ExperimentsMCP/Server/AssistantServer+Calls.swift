import ExperimentsSupport

/// Calls of tools, from the request to the answer.
extension AssistantServer {
    mutating func call(_ request: Request, at seconds: Double) throws(RPCError) -> [Action] {
        let name = try request.text("name")
        let permission = ToolCatalog.missingPermission(for: name)
        guard catalog[name] != nil || permission != nil else {
            throw .params("unknown tool \(Quotation.of(name))")
        }
        let arguments: JSONObject
        switch request.params["arguments"] {
        case nil, .null?: arguments = JSONObject()
        case .object(let object)?: arguments = object
        default: throw .params("expected an object as \"arguments\"")
        }
        do throws(ToolProblem) {
            guard let tool = catalog[name] else {
                let option = "--allow \(permission?.rawValue ?? "")"
                throw ToolProblem(
                    "\(name) is not allowed. A person can allow it: start the server with \(option).")
            }
            let (purpose, command) = try plan(tool, arguments, at: seconds)
            return try calls.add(request, purpose, command, at: seconds)
        } catch {
            return [reply(request, ToolAnswer(error: error.message).json)]
        }
    }

    /// Returns the command that answers a call, and what happens with its output.
    private mutating func plan(
        _ tool: Tool, _ arguments: JSONObject, at seconds: Double
    ) throws(ToolProblem) -> (CallTable.Purpose, ToolCommand) {
        let input = try ToolInput(arguments, for: tool.allArguments)
        let page = tool.list == nil ? nil : try AnswerPage(input)
        let purpose = CallTable.Purpose.tool(name: tool.name, page: page)
        guard let review = tool.review?(input) else { return (purpose, tool.command(input)) }
        var reviewed = arguments
        reviewed["digest"] = nil
        let call = ReviewedCall(tool: tool.name, arguments: reviewed)
        guard let digest = input.text("digest") else { return (.review(call), review) }
        let content = try reviews.confirm(digest, call, at: seconds)
        return (purpose, tool.command(input).adding(["--expect=\(content)"]))
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
            return [reply(request, review(reviewed, output, at: seconds).json)]
        case .resource(let resource, let page):
            do throws(RPCError) {
                return [reply(request, try contents(of: resource, output, page: page, for: request))]
            } catch {
                return [.send(.response(to: request.id, error))]
            }
        case .completion(let prefix):
            let document = (try? JSONValue(parsing: output.output))?.object
            let names = document?["keys"]?.array?.compactMap { $0.object?["name"]?.string } ?? []
            return [reply(request, Self.completion(names, beginningWith: prefix))]
        }
    }

    /// Returns the review, and the digest that confirms it.
    private mutating func review(
        _ call: ReviewedCall, _ output: CommandOutput, at seconds: Double
    ) -> ToolAnswer {
        guard let tool = catalog[call.tool] else { return ToolAnswer(error: "unknown tool") }
        let review = ToolAnswer(output, of: tool, page: nil)
        guard let document = review.document else { return review }
        var answered = JSONObject(present: ["published": false])
        if let content = document["digest"]?.string {
            let digest = setting.token()
            reviews.add(digest, call, of: content, at: seconds)
            answered["digest"] = .string(digest)
            let look =
                document["cut"] == nil
                ? "Show this review to a person." : "A person must run `experiments template draft show`."
            answered["next"] = .string("\(look) If they agree, call the tool again with the digest.")
        } else {
            answered["next"] = "There is nothing to publish."
        }
        answered["review"] = .object(document)
        return ToolAnswer(answered, list: nil, page: nil)
    }

    private func contents(
        of resource: Resource, _ output: CommandOutput, page: Int, for request: Request
    ) throws(RPCError) -> JSONObject {
        let answer = ToolAnswer(output, of: nil, page: nil)
        var text = answer.document.map { JSONValue.object($0).compactText }
        if case .help = resource, output.status == 0 { text = String(decoding: output.output, as: UTF8.self) }
        guard let text else { throw RPCError(request.revision.unknownResourceCode, answer.text) }
        return try contents(of: resource, text, page: page, for: request)
    }

    /// Returns what is to be said after some time has passed.
    package mutating func tick(at seconds: Double) -> [Action] { calls.progress(at: seconds) }

    /// Whether commands are running.
    package var isBusy: Bool { calls.runningCount > 0 }
}
