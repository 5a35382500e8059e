import ExperimentsCore

/// The reason why an invitation, or a document received over a link, is refused.
public struct LinkProblem: Error, Sendable, Hashable, CustomStringConvertible, OperatorError {
    /// The problem, and what was expected. It never contains a token.
    public let message: String
    /// A next step, if one is known.
    public let advice: String?
    /// Whether the problem may go away without action, for example if the server cannot be reached at the moment.
    public let isPassing: Bool

    package init(_ message: String, advice: String? = nil, isPassing: Bool = false) {
        self.message = message
        self.advice = advice
        self.isPassing = isPassing
    }

    /// The problem and the next step: `message; advice`.
    public var description: String { message + (advice.map { "; " + $0 } ?? "") }
}

extension LinkProblem {
    init(_ fault: DocumentFault) {
        let path = fault.path.steps.isEmpty ? "" : "\(fault.path): "
        self.init(path + fault.message, advice: fault.advice)
    }

    static func newerVersion(_ found: Int) -> LinkProblem {
        LinkProblem(
            "its version is \(found), and this program reads up to \(LinkAPI.version)",
            advice: "use a newer version of the app's library, or an older server")
    }

    static func tooLong(_ what: String, limit: Int) -> LinkProblem {
        LinkProblem("\(what) is longer than \(limit) bytes")
    }
}
