import ExperimentsCore

/// The rules of a check, with the names that tools use. These names never change.
package enum CheckRule: String, Sendable, Hashable, CaseIterable {
    /// The source has no value for a declared key.
    case missing
    /// The value of the source, or of an override, is not valid for the key.
    case incorrect
    /// The source has a name that the project does not declare.
    case undeclared
    /// Nothing was fetched, so the key's value is not known.
    case unknown
    /// The source could not be fetched, so no key was checked.
    case unfetched

    /// The rule that a status breaks; nil for one that is fine.
    init?(_ status: KeyStatus) {
        switch status {
        case .missing: self = .missing
        case .incorrect: self = .incorrect
        case .undeclared: self = .undeclared
        case .unknown: self = .unknown
        case .ok, .override, .default: return nil
        }
    }

    /// The requirement of the rule, in a sentence.
    package var summary: String {
        switch self {
        case .missing: "The source has a value for every declared key."
        case .incorrect: "Every value is one that its key accepts."
        case .undeclared: "The project declares every name of the source."
        case .unknown: "Every declared key was fetched once."
        case .unfetched: "The source can be fetched."
        }
    }

    /// What to do if the rule is broken, in a sentence.
    package var advice: String {
        switch self {
        case .missing: "Add a value at the source, or delete the key from the project file."
        case .incorrect: "Correct the value at the source, or what the project file says that the key accepts."
        case .undeclared: "Declare the key in the project file, or delete it at the source."
        case .unknown: "Fetch again."
        case .unfetched: "See that the source can be reached and read, and check again."
        }
    }

    /// Whether it means that a key could not be checked, rather than that something is wrong.
    package var isAboutJudging: Bool { self == .unknown || self == .unfetched }
}

/// A finding of a check.
package struct CheckFinding: Sendable, Hashable {
    /// The rule that is broken.
    package let rule: CheckRule
    /// The key; nil if the finding is not about one key.
    package let key: String?
    /// The finding, in one line.
    package let message: String
    /// The place in the project file; nil if there is none.
    package let location: DocumentLocation?

    package init(_ rule: CheckRule, key: String?, _ message: String, at location: DocumentLocation? = nil) {
        (self.rule, self.key, self.message, self.location) = (rule, key, message, location)
    }

    /// Creates the finding for a key; nil if nothing is wrong with it.
    package init?(_ row: ReportRow, at location: DocumentLocation? = nil) {
        guard let rule = CheckRule(row.status) else { return nil }
        let message = row.problem?.description ?? row.statusReason ?? "the value is not one that the key accepts"
        self.init(rule, key: row.name, message, at: location)
    }

    /// The finding with its key: `paywall is missing: the source has no value`.
    package var sentence: String { (key.map { "\($0) is \(rule.rawValue): " } ?? "") + message }

    /// Returns `{"rule", "key", "message", "file", "line", "column"}`, as far as they are known.
    ///
    /// - Parameter file: the path of the project file; nil if there is none.
    package func json(file: String?) -> JSONValue {
        var members = JSONObject()
        members["rule"] = .string(rule.rawValue)
        members["key"] = key.map(JSONValue.string)
        members["message"] = .string(message)
        if let location {
            members["file"] = file.map(JSONValue.string)
            members["line"] = .number(String(location.line))
            members["column"] = .number(String(location.column))
        }
        return .object(members)
    }
}
