import ArgumentParser
import ExperimentsCore
import ExperimentsOperator

/// The findings of a lint: a line and a document for each.
struct LintReport {
    private let findings: [(line: String, document: Document)]

    init<Finding: CustomStringConvertible>(_ findings: [Finding], document: (Finding) -> Document) {
        self.findings = findings.map { ($0.description, document($0)) }
    }

    /// Prints them.
    ///
    /// - Throws: the exit status 2 where there are any and `isStrict`.
    func print(_ settings: Settings, isStrict: Bool) throws {
        if settings.json {
            try StandardOutput.document(["findings": findings.map(\.document)])
        } else {
            let style = PlainText(settings)
            try StandardOutput.lines(findings.lazy.map { style.shown($0.line, ink: .yellow) })
            let count =
                findings.isEmpty ? "no findings" : CountText.count(findings.count, "finding")
            try StandardOutput.line(style.shown(count, ink: findings.isEmpty ? .green : .bold))
        }
        if isStrict, !findings.isEmpty { throw ExitCode(ExitStatus.contractBroken) }
    }
}
