import ExperimentsCore
import ExperimentsSupport

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
        let others = report.rows.dropFirst(report.declaredCount).filter { isStrict && $0.status == .undeclared }
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
        findings = [
            CheckFinding(.unfetched, key: nil, "nothing could be fetched from \(source): \(problem.sentence)")
        ]
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
    package init(_ path: String, below roots: [String]) {
        let starts = roots.map { $0.hasScalarSuffix("/") ? $0 : $0 + "/" }
        let root = starts.first { path.hasPrefix($0) && $0.hasScalarPrefix("/") }
        self.path = root.map { String(path.dropFirst($0.count)) } ?? path
    }

    /// Whether the path is absolute.
    package var isAbsolute: Bool { path.hasScalarPrefix("/") }

    /// The path as a reference of RFC 3986: `config/my%20app.yaml`, or `file:///…` if it is absolute.
    package var reference: String {
        (isAbsolute ? "file://" : "") + path.percentEncoded { $0.isUnreserved || $0 == UInt8(ascii: "/") }
    }
}
