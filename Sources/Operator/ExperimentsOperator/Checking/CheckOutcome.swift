import ExperimentsCore

/// What a check of all keys came to.
package struct CheckOutcome: Sendable {
    /// The verdict.
    package enum Verdict: String, Sendable, Hashable {
        /// Everything is as it must be.
        case passed
        /// Something is not.
        case failed
        /// Nothing was fetched, so that nobody knows.
        case unknown
    }

    /// A key, and what is wrong with it, if anything is.
    package struct Judged: Sendable, Hashable {
        /// The key's name.
        package let key: String
        /// The group that the key is of.
        package let group: String?
        /// What is wrong with it.
        package let finding: CheckFinding?
    }

    /// What the source is called.
    package let source: String
    /// The project file, as tools are told of it.
    package let file: ProjectFileName?
    /// The keys that were judged: those that are declared, in their order, then names that count and are not.
    package let keys: [Judged]
    /// What was found, in the order of the keys.
    package let findings: [CheckFinding]

    /// Judges a report.
    ///
    /// - Parameters:
    ///   - isStrict: whether names that the project does not declare count.
    ///   - places: where the project file declares each of some keys. Asked only where something was found.
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

    /// What is to be told where the source could not be fetched.
    package init(unfetched problem: some OperatorError, of source: String, in file: ProjectFileName?) {
        self.source = source
        self.file = file
        keys = []
        findings = [
            CheckFinding(.unfetched, key: nil, "nothing could be fetched from \(source): \(problem.sentence)")
        ]
    }

    /// Whether all is well.
    package var verdict: Verdict {
        guard !findings.contains(where: \.rule.isAboutJudging) else { return .unknown }
        return findings.isEmpty ? .passed : .failed
    }
}

/// The project file as tools outside are told of it: relative to the folder that they start from, where it is below it.
package struct ProjectFileName: Sendable, Hashable {
    /// The path: relative to `root`, or absolute where the file is elsewhere.
    package let path: String

    /// - Parameters:
    ///   - path: where the file is, absolute.
    ///   - roots: the folders that tools may start from, absolute; the first that holds the file counts.
    package init(_ path: String, below roots: [String]) {
        let starts = roots.map { $0.hasSuffix("/") ? $0 : $0 + "/" }
        let root = starts.first { path.hasPrefix($0) && $0.hasPrefix("/") }
        self.path = root.map { String(path.dropFirst($0.count)) } ?? path
    }

    /// Whether the path is from the root of the file system on.
    package var isAbsolute: Bool { path.hasPrefix("/") }

    /// The path as a reference by RFC 3986: `config/my%20app.yaml`, or `file:///…` where it is absolute.
    package var reference: String {
        var text = isAbsolute ? "file://" : ""
        for byte in path.utf8 {
            let isPlain = byte.isASCIILetter || byte.isASCIIDigit || "-._~/".utf8.contains(byte)
            if isPlain {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                text += "%" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return text
    }
}
