import ExperimentsCore

/// The result of checking all keys.
package struct CheckOutcome: Sendable {
    /// The verdict.
    package enum Verdict: String, Sendable, Hashable {
        /// There are no findings.
        case passed
        /// There are findings that fail the check.
        case failed
        /// Nothing was fetched, so the result is not known.
        case unknown
    }

    /// A checked key, with its finding if there is one.
    package struct Judged: Sendable, Hashable {
        /// The key's name.
        package let key: String
        /// The group of the key.
        package let group: String?
        /// The finding; nil if nothing is wrong.
        package let finding: CheckFinding?
    }

    /// The name of the source.
    package let source: String
    /// The name of the project file for tools.
    package let file: ProjectFileName?
    /// The checked keys: the declared ones in order, then those undeclared names that count.
    package let keys: [Judged]
    /// The findings, in the order of the keys.
    package let findings: [CheckFinding]

    /// Checks a report.
    ///
    /// - Parameters:
    ///   - isStrict: whether undeclared names count.
    ///   - places: returns the places at which the project file declares keys. Called only if there are findings.
    package init(
        _ report: Report, isStrict: Bool, of source: String, in file: ProjectFileName?,
        places: () -> [String: DocumentLocation]
    ) {
        let declared = report.rows.prefix(report.declaredCount)
        let others = report.rows.dropFirst(report.declaredCount).filter {
            isStrict && $0.status == .undeclared
        }
        let rows = declared + others
        let places = rows.contains { CheckRule($0.status) != nil } ? places() : [:]
        self.source = source
        self.file = file
        keys = rows.map { row in
            let finding = CheckFinding(row, at: places[row.name])
            return Judged(key: row.name, group: row.key.group, finding: finding)
        }
        findings = keys.compactMap(\.finding)
    }

    /// Creates the result for a source that could not be fetched.
    package init(unfetched problem: some OperatorError, of source: String, in file: ProjectFileName?) {
        self.source = source
        self.file = file
        keys = []
        findings = [CheckFinding(.unfetched, key: nil, "could not fetch \(source): \(problem.sentence)")]
    }

    /// Creates the result for a check that could not begin: a mistake in the project file, an unknown persona.
    ///
    /// - Parameter name: returns the name for tools of a file that an error names.
    package init(unready problem: any OperatorError, naming name: (String) -> ProjectFileName) {
        let parts = problem.parts.isEmpty ? [problem] : problem.parts
        let first = parts.lazy.compactMap { $0.place?.file }.first
        source = "project"
        file = first.map(name)
        keys = []
        findings = parts.map { part in
            let place = part.place?.file == first ? part.place : nil
            let elsewhere = part.place.flatMap { $0.file == first ? nil : "\($0): " } ?? ""
            let advice = part.advice.map { "; " + $0 } ?? ""
            return CheckFinding(
                .unready, key: nil, elsewhere + part.sentence + advice,
                at: place?.line.map { DocumentLocation(line: $0, column: place?.column ?? 1) })
        }
    }

    /// The verdict.
    package var verdict: Verdict {
        guard !findings.contains(where: \.rule.isAboutJudging) else { return .unknown }
        return findings.isEmpty ? .passed : .failed
    }
}

/// The name of the project file for external tools: relative to the folder from which they start, if it is below it.
package struct ProjectFileName: Sendable, Hashable {
    /// The path: relative to one of the roots, or absolute if the file is elsewhere.
    package let path: String

    /// - Parameters:
    ///   - path: the absolute path of the file.
    ///   - roots: the absolute folders from which tools may start. The first that contains the file is used.
    ///   - resolved: returns the path of a folder without symbolic links, because a root may be a link, or be below one.
    package init(_ path: String, below roots: [String], resolvingLinks resolved: (String) -> String = { $0 })
    {
        let real = PathText.join(resolved(PathText.folder(of: path)), PathText.name(of: path))
        for root in roots {
            guard let below = Self.path(path, below: root) ?? Self.path(real, below: resolved(root)) else {
                continue
            }
            self.path = below
            return
        }
        self.path = path
    }

    /// Returns the part of a path below a folder; nil if it is not below it.
    private static func path(_ path: String, below root: String) -> String? {
        let start = root.hasScalarSuffix("/") ? root : root + "/"
        guard start.hasScalarPrefix("/"), path.hasScalarPrefix(start) else { return nil }
        return String(decoding: path.utf8.dropFirst(start.utf8.count), as: UTF8.self)
    }

    /// Whether the path is absolute.
    package var isAbsolute: Bool { path.hasScalarPrefix("/") }

    /// The path as a reference of RFC 3986: `config/my%20app.yaml`, or `file:///…` if it is absolute.
    package var reference: String {
        (isAbsolute ? "file://" : "") + path.percentEncoded { $0.isUnreserved || $0 == UInt8(ascii: "/") }
    }
}

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
    /// The check could not begin, for example because of a mistake in the project file.
    case unready

    /// Creates the rule that a status breaks; nil for a status that breaks none.
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
        case .incorrect: "Every value is valid for its key."
        case .undeclared: "Every key of the source is declared."
        case .unknown: "Every declared key was fetched."
        case .unfetched: "The source can be fetched."
        case .unready: "The project can be read."
        }
    }

    /// The advice if the rule is broken, in a sentence.
    package var advice: String {
        switch self {
        case .missing: "Add a value in the source, or remove the key from the project file."
        case .incorrect: "Correct the value in the source, or the declaration in the project file."
        case .undeclared: "Declare the key in the project file, or remove it from the source."
        case .unknown: "Fetch again."
        case .unfetched: "Make the source available and check again."
        case .unready: "Correct the project file, or the options of the command."
        }
    }

    /// Whether it means that a key could not be checked, rather than that something is wrong.
    package var isAboutJudging: Bool { self == .unknown || self == .unfetched || self == .unready }
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
        self.rule = rule
        self.key = key
        self.message = message
        self.location = location
    }

    /// Creates the finding for a key; nil if nothing is wrong with it.
    package init?(_ row: ReportRow, at location: DocumentLocation? = nil) {
        guard let rule = CheckRule(row.status) else { return nil }
        let message = row.problem?.description ?? row.statusReason ?? "the value is not valid for the key"
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
