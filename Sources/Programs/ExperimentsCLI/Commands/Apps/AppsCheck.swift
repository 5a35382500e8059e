import ExperimentsCore
import ExperimentsOperator
import Foundation

extension KeptApps {
    /// Judges what connected apps hold, for `check --apps`: prints the missing and incorrect keys of each.
    ///
    /// - Returns: whether there are any.
    /// - Throws: `CommandProblem` if no app is connected, so that nothing is known.
    func check(_ settings: Settings) throws -> Bool {
        let apps = self.apps.filter { $0.isConnected && $0.reportedAt != nil }
        guard !apps.isEmpty else {
            let isSilent = self.apps.contains(where: \.isConnected)
            throw CommandProblem(
                isSilent ? "no app has said yet what it holds" : "no app is connected, so none was judged",
                advice: "`experiments apps` lists those that are known.")
        }
        let findings = AppFinding.findings(in: apps)
        if settings.json {
            try StandardOutput.document(
                members + [
                    "ok": findings.isEmpty, "apps": apps.map(\.summary), "findings": findings.map(\.document),
                ])
        } else {
            try StandardOutput.write(Self.text(findings, appCount: apps.count, PlainText(settings)))
        }
        return !findings.isEmpty
    }

    private static func text(_ findings: [AppFinding], appCount: Int, _ style: PlainText) -> StyledText {
        var table = Table(["APP": 60, "KEY": 60, "STATUS": 10, "REASON": 200])
        for finding in findings {
            table.append([
                .init("\(finding.app)"), .init(finding.key ?? "-"),
                .init(finding.status.rawValue, Ink(finding.status)), .init(finding.message),
            ])
        }
        let broken = Set(findings.map(\.app)).count
        let verdict = findings.isEmpty ? style.shown("ok", ink: .green) : style.shown("failed", ink: .red)
        let apps = CountText.count(appCount, "app")
        let words = findings.isEmpty ? "\(apps) connected" : "\(broken) of \(apps) with missing or incorrect keys"
        return (findings.isEmpty ? "" : table.text(style, width: Console.columns) + "\n")
            + "\(verdict)  \(style.shown(words))\n"
    }
}

extension AppFinding {
    /// `{"app", "key", "status", "message"}`.
    fileprivate var document: Document {
        ["app": app.description, "key": key, "status": status.rawValue, "message": message]
    }
}
