import ExperimentsCore

/// A place in a configuration document that does not follow the exchange format.
public struct ActiveConfigProblem: Error, Sendable, Hashable, CustomStringConvertible, OperatorError {
    /// What happens to the document.
    public enum Severity: Sendable, Hashable {
        /// The document is refused as a whole.
        case refused
        /// The document is used, and the place counts as absent.
        case tolerated
    }

    /// The place in the document, for example `config_sections.Shop.settings`; empty for the document itself.
    public let path: String
    /// What is wrong: what was expected, and what was found.
    public let message: String
    /// What happens to the document.
    public let severity: Severity

    /// The setting that the place is in, if it is in one.
    let setting: SettingName?
    /// Whether only something is absent that nobody needs.
    let isNegligible: Bool

    init(_ fault: DocumentFault) {
        path = fault.path.description
        if case .member(let section)? = fault.path.steps.dropFirst().first,
            case .member(let key)? = fault.path.steps.dropFirst(3).first
        {
            setting = SettingName(section: section, key: key)
        } else {
            setting = nil
        }
        message = fault.message
        isNegligible = fault.rule == DocumentCheck.dispensable
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
    /// All problems of the document, in its order. At least one is of severity `refused`.
    public let problems: [ActiveConfigProblem]

    /// The problems for which the document is refused.
    public var description: String {
        problems.filter { $0.severity == .refused }.map(\.description).joined(separator: "; ")
    }
}
