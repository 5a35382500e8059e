import ArgumentParser
import ExperimentsCore
import ExperimentsOperator

extension GlobalOptions {
    /// Prints the findings of a lint: a line, or a member of the document, for each.
    ///
    /// - Throws: the exit status 2 where there are any and `isStrict`.
    func print<Finding: CustomStringConvertible>(
        _ findings: [Finding], isStrict: Bool, document: (Finding) -> Document
    ) throws {
        if json {
            try StandardOutput.document(["findings": findings.map(document)])
        } else {
            let style = PlainText(settings)
            try StandardOutput.lines(findings.lazy.map { style.shown($0.description, ink: .yellow) })
            let count =
                findings.isEmpty ? "no findings" : CountText.count(findings.count, "finding")
            try StandardOutput.line(style.shown(count, ink: findings.isEmpty ? .green : .bold))
        }
        if isStrict, !findings.isEmpty { throw ExitCode(ExitStatus.contractBroken) }
    }
}
