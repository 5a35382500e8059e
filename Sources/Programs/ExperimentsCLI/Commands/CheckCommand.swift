import ArgumentParser
import ExperimentsCore
import ExperimentsOperator
import ExperimentsProject
import ExperimentsWebHooks
import Foundation

struct CheckCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Check that every key has a correct value",
        discussion: """
            Lists each missing or incorrect key and the reason. Exit codes: 0 all keys are correct; 1 the values could \
            not be fetched; 2 a key is missing or incorrect.

            --format github prints workflow commands that GitHub shows next to the lines of the project file, junit \
            prints XML with a test case per key for CI services, and sarif prints a report for code scanning. Their \
            paths are relative to $GITHUB_WORKSPACE if it contains the project file, else to the current folder.

            --apps checks the values that connected apps last reported, instead of the source. If no app is connected, \
            exits with 1.
            """)
    static let examples: KeyValuePairs = [
        "experiments check": "Fail a build if a key is missing or incorrect",
        "experiments check --source production --json": "Check another source and print JSON",
        "experiments check --apps": "Check the values of connected apps",
        "experiments check --format github": "Annotate a pull request",
    ]

    @Flag(help: "Check the values of connected apps instead of the source")
    var apps = false

    @Flag(help: "Fail on undeclared keys too")
    var strict = false

    @Option(
        help: ArgumentHelp(
            "If the source cannot be reached, check its last good values unless they are older than this, for example 1h",
            valueName: "time"))
    var allowStale: Duration?

    @Flag(help: "Check the values of the source without overrides")
    var ignoreOverrides = false

    @Flag(help: "Send findings to the web hooks of the project file")
    var notify = false

    @Option(help: "Output format")
    var format: CheckFormat?

    @OptionGroup var persona: AskedPersonaOptions

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func validate() throws {
        if options.json, let format, format != .json {
            throw ValidationError("--json and --format \(format.rawValue) cannot be combined")
        }
        let isLimited = strict || ignoreOverrides || notify || allowStale != nil
        if apps, isLimited || (format != nil && format != .json && format != .text) {
            throw ValidationError("--apps can only be combined with --json")
        }
    }

    func run() throws {
        if apps {
            var settings = options.settings
            settings.json = settings.json || format == .json
            if try KeptApps(settings, at: Date()).check(settings) {
                throw ExitCode(ExitStatus.contractBroken)
            }
            return
        }
        let format = format ?? (options.json ? .json : .text)
        let session = try openedSession(reportingIn: format)
        defer { session.keepFetch(by: "check") }
        let file = session.projectPath.map { ProjectFileName(forServices: $0) }
        let report: Report
        do {
            report = try judgedReport(of: session)
        } catch let failure as FetchFailure {
            // Tools that read a file of results get one that reports the failure.
            try format.print(CheckOutcome(unfetched: failure, of: session.sourceWords, in: file))
            let news = HookNews(.failing, at: Date(), reason: failure.summary)
            if notify { try tellHooks(of: session) { $0.interest.failures ? news : nil } }
            throw failure
        }
        let outcome = CheckOutcome(report, isStrict: strict, of: session.sourceWords, in: file) {
            session.projectPath.map { Project.keyPlaces(inFileAt: $0) } ?? [:]
        }
        switch format {
        case .text: try StandardOutput.write(text(outcome, of: report, session))
        case .json: try StandardOutput.document(report.document(of: session, checked: outcome))
        case .github, .junit, .sarif: try format.print(outcome)
        }
        // Print the verdict in the log of the job, too, next to the annotations.
        if format == .github { try StandardOutput.write(verdictLine(outcome.verdict, of: report, session)) }
        if notify {
            let names = Set(outcome.findings.filter { !$0.rule.isAboutJudging }.compactMap(\.key))
            let broken = report.rows.filter { names.contains($0.name) }.map { HookNews.Change($0) }
            let news = HookNews(.broken, at: Date(), changes: broken)
            try tellHooks(of: session) { $0.interest.broken && !broken.isEmpty ? news : nil }
        }
        switch outcome.verdict {
        case .passed: break
        case .failed: throw ExitCode(ExitStatus.contractBroken)
        case .unknown: throw ExitCode(ExitStatus.failure)
        }
    }

    /// Opens the project. If that fails, tools that read a file of results get one that reports the failure.
    private func openedSession(reportingIn format: CheckFormat) throws -> ProjectSession {
        do {
            return try ProjectSession.opened(persona.settings(options), fetching: true)
        } catch let problem as any OperatorError {
            let outcome = CheckOutcome(unready: problem) { file in
                ProjectFileName(forServices: URL(fileURLWithPath: file).standardizedFileURL.path)
            }
            try format.print(outcome)
            throw problem
        }
    }

    /// Sends the findings to the web hooks. If that fails, prints a message, and does not change the verdict.
    private func tellHooks(of session: ProjectSession, _ news: @escaping @Sendable (WebHook) -> HookNews?)
        throws
    {
        try ProjectHooks(session, options.settings).send(from: HookOrigin(session), news)
    }

    private func judgedReport(of session: ProjectSession) throws -> Report {
        do {
            let limit = allowStale?.inSeconds ?? 0
            guard ignoreOverrides else { return try session.fetchedReport(allowingStale: limit) }
            try session.fetch(allowingStale: limit)
        } catch let failure as FetchFailure {
            StandardError.line("check failed: could not fetch \(session.sourceWords)")
            guard session.service.hasValues(noOlderThan: .infinity), let age = session.service.staleAge()
            else {
                throw failure
            }
            let other = "use --allow-stale to check the values from \(age)"
            throw failure.advising([failure.advice, other].compactMap(\.self).joined(separator: "; "))
        }
        return Report(keys: session.keys, snapshot: session.service.snapshot, overrides: .empty, at: Date())
    }

    private func text(_ outcome: CheckOutcome, of report: Report, _ session: ProjectSession) -> StyledText {
        let findings = outcome.findings
        let style = PlainText(options.settings)
        let table = Table(["KEY": 60, "STATUS": 10, "REASON": 200], of: findings) { finding in
            let ink = KeyStatus(rawValue: finding.rule.rawValue).map(Ink.init) ?? .plain
            return [.init(finding.key ?? ""), .init(finding.rule.rawValue, ink), .init(finding.message)]
        }
        return (findings.isEmpty ? "" : table.text(style) + "\n")
            + verdictLine(outcome.verdict, of: report, session)
    }

    private func verdictLine(
        _ verdict: CheckOutcome.Verdict, of report: Report, _ session: ProjectSession
    ) -> StyledText {
        let style = PlainText(options.settings)
        let ink: Ink =
            switch verdict {
            case .passed: .green
            case .failed: .red
            case .unknown: .yellow
            }
        let summary = report.summary(of: session.sourceWords)
        return "\(style.shown(verdict.rawValue, ink: ink))  \(style.shown(summary))\n"
    }
}
