import ExperimentsCore

/// Something in a configuration document that is not as the exchange format has it.
public struct ActiveConfigProblem: Error, Sendable, Hashable, CustomStringConvertible, OperatorError {
    /// What becomes of the document.
    public enum Severity: Sendable, Hashable {
        /// The document is refused as a whole.
        case refused
        /// The document is used; what is wrong counts as absent.
        case tolerated
    }

    /// The place in the document, for example `config_sections.Shop.settings`; empty for the document itself.
    public let path: String
    /// What is wrong: what was expected, and what was found.
    public let message: String
    /// What becomes of the document.
    public let severity: Severity

    init(_ fault: DocumentFault) {
        path = fault.path.description
        message = fault.message
        severity = fault.severity == .error ? .refused : .tolerated
    }

    package var sentence: String { description }

    package var details: JSONObject {
        var members = JSONObject()
        members["path"] = .string(path)
        return members
    }

    /// `meta: expected an object, found 3`.
    public var description: String {
        (path.isEmpty ? "the document" : path) + ": " + message
    }
}

/// A document that is refused as a configuration. What was in force before stays in force.
public struct InvalidActiveConfig: Error, Sendable, Hashable, CustomStringConvertible, OperatorError {
    /// Everything that is wrong with the document, in its order; at least one problem is of severity `refused`.
    public let problems: [ActiveConfigProblem]

    /// The first problems that refuse the document, and how many more there are.
    public var description: String {
        let refused = problems.filter { $0.severity == .refused }
        let shown = refused.prefix(3).map(\.description).joined(separator: "; ")
        return refused.count > 3 ? shown + "; and \(refused.count - 3) more" : shown
    }
}
