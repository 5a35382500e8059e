import ExperimentsSupport

/// The calls that run or wait.
struct CallTable: Sendable {
    /// What happens with the output of a call's command.
    enum Purpose: Sendable {
        /// The answer to a call of a tool.
        case tool(name: String, page: AnswerPage?)
        /// The review before a call that needs one.
        case review(ReviewedCall)
        /// The text of a resource.
        case resource(Resource, page: Int)
        /// Names that complete what a person types.
        case completion(prefix: String)
    }

    struct Call: Sendable {
        let request: Request
        let purpose: Purpose
        let command: ToolCommand
        let since: Double
        var isRunning = false
        var isCancelled = false
        var toldProgress = 0
    }

    private(set) var byNumber: [Int: Call] = [:]
    /// The numbers of the calls that wait; those that were cancelled are gone from `byNumber`.
    private var waiting: [Int] = []
    private var lastNumber = 0

    func contains(_ id: RequestID) -> Bool {
        byNumber.values.contains { $0.request.id == id && !$0.isCancelled }
    }

    var runningCount: Int { byNumber.values.count { $0.isRunning } }

    /// Adds a call, and starts it if there is room.
    ///
    /// - Throws: `ToolProblem` if too many wait.
    mutating func add(
        _ request: Request, _ purpose: Purpose, _ command: ToolCommand, at seconds: Double
    ) throws(ToolProblem) -> [AssistantServer.Action] {
        guard byNumber.count < AssistantServer.waitingCalls else {
            throw ToolProblem("too many requests are waiting; try again later")
        }
        lastNumber += 1
        byNumber[lastNumber] = Call(request: request, purpose: purpose, command: command, since: seconds)
        waiting.append(lastNumber)
        return startWaiting()
    }

    /// Takes out a call whose command has ended, and starts the next.
    mutating func finish(_ number: Int) -> (call: Call?, next: [AssistantServer.Action]) {
        let call = byNumber.removeValue(forKey: number)
        return (call, startWaiting())
    }

    /// Cancels a call: nothing more is sent for it.
    mutating func cancel(_ id: RequestID) -> [AssistantServer.Action] {
        guard
            let (number, call) = byNumber.first(where: { $0.value.request.id == id && !$0.value.isCancelled })
        else {
            return []
        }
        guard call.isRunning else {
            byNumber[number] = nil
            return []
        }
        byNumber[number]?.isCancelled = true
        return [.stop(number)]
    }

    /// Returns what the running calls tell about their progress.
    mutating func progress(at seconds: Double) -> [AssistantServer.Action] {
        var actions: [AssistantServer.Action] = []
        for (number, call) in byNumber.sorted(by: { $0.key < $1.key })
        where call.isRunning && !call.isCancelled {
            let passed = Int(seconds - call.since)
            guard let token = call.request.progressToken, passed > call.toldProgress else { continue }
            byNumber[number]?.toldProgress = passed
            let params = JSONObject(present: [
                "progressToken": token.json, "progress": .number(String(passed)),
                "message": .string("running for \(passed) s"),
            ])
            actions.append(.send(.notification("notifications/progress", params)))
        }
        return actions
    }

    private mutating func startWaiting() -> [AssistantServer.Action] {
        var actions: [AssistantServer.Action] = []
        while runningCount < AssistantServer.parallelCalls, !waiting.isEmpty {
            let number = waiting.removeFirst()
            guard let call = byNumber[number] else { continue }
            byNumber[number]?.isRunning = true
            actions.append(.start(number, call.command, client: call.request.client))
        }
        return actions
    }
}
