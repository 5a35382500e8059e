import ExperimentsCore

/// What a check can find, each under the name by which tools know it. The name of a rule never changes.
package enum CheckRule: String, Sendable, Hashable, CaseIterable {
    /// The source has no value for a declared key.
    case missing
    /// The value of the source, or of an override, is not one that the key accepts.
    case incorrect
    /// The source has a name that the project does not declare.
    case undeclared
    /// Nothing was fetched for the key, so that nobody knows.
    case unknown
    /// The source could not be fetched, so that no key was judged.
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

    /// What the rule asks for, in a sentence.
    package var summary: String {
        switch self {
        case .missing: "The source has a value for every declared key."
        case .incorrect: "Every value is one that its key accepts."
        case .undeclared: "The project declares every name of the source."
        case .unknown: "Every declared key was fetched once."
        case .unfetched: "The source can be fetched."
        }
    }

    /// What to do where it is broken, in a sentence.
    package var advice: String {
        switch self {
        case .missing: "Add a value at the source, or delete the key from the project file."
        case .incorrect: "Correct the value at the source, or what the project file says that the key accepts."
        case .undeclared: "Declare the key in the project file, or delete it at the source."
        case .unknown: "Fetch again."
        case .unfetched: "See that the source can be reached and read, and check again."
        }
    }

    /// Whether it says that a key could not be judged, rather than that something is wrong with it.
    package var isAboutJudging: Bool { self == .unknown || self == .unfetched }
}

/// One thing that a check found.
package struct CheckFinding: Sendable, Hashable {
    /// What is not as it must be.
    package let rule: CheckRule
    /// The key; nil for what is not about one.
    package let key: String?
    /// What was found, in one line.
    package let message: String
    /// The place in the project file; nil where that says nothing of it.
    package let location: DocumentLocation?

    package init(_ rule: CheckRule, key: String?, _ message: String, at location: DocumentLocation? = nil) {
        (self.rule, self.key, self.message, self.location) = (rule, key, message, location)
    }

    /// What is wrong with a key; nil where nothing is.
    package init?(_ row: ReportRow, at location: DocumentLocation? = nil) {
        guard let rule = CheckRule(row.status) else { return nil }
        let message =
            switch rule {
            case .missing: "the source has no value"
            case .unknown, .unfetched: "nothing was fetched, so nobody knows"
            case .undeclared: "the source has it, and the project does not declare it"
            case .incorrect: row.problem?.description ?? "the value is not one that the key accepts"
            }
        self.init(rule, key: row.name, message, at: location)
    }

    /// What is wrong with which key: `paywall is missing: the source has no value`.
    package var sentence: String { (key.map { "\($0) is \(rule.rawValue): " } ?? "") + message }

    /// `{"rule", "key", "message", "file", "line", "column"}`, as far as each is known.
    ///
    /// - Parameter file: the project file; nil where there is none.
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
