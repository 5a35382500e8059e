import ArgumentParser
import ExperimentsCore
import ExperimentsOperator
import ExperimentsProject
import Foundation
import WebHooks

struct CheckCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Say whether every key has a correct value; exit with 2 if not.",
        discussion: """
            Prints each key that is missing or incorrect, with the reason. Where nothing could be fetched, so that \
            nobody knows, it says so and exits with 1.

            --format github prints the workflow commands that GitHub shows beside the lines of the project file, junit \
            the XML that most CI services take, with a test case for each key, and sarif what code scanning takes. \
            Their paths begin at $GITHUB_WORKSPACE where that holds the project file, else here.

            --apps judges the apps that are connected to the project's server instead, each by what it said last of its \
            own values; where none is, it exits with 1.
            """)
    static let examples = [
        CommandExample("experiments check", "Gate a build: exit with 2 if a key is missing or incorrect"),
        CommandExample("experiments check --source production --json", "Check another source, for a script"),
        CommandExample("experiments check --apps", "Gate on what connected apps really hold"),
        CommandExample("experiments check --format github", "Show what is wrong at its place in a pull request"),
    ]

    @Flag(help: "Judge what the connected apps hold, and not the source.")
    var apps = false

    @Flag(help: "Names that the source holds and the project does not declare count, too.")
    var strict = false

    @Flag(help: "Judge only what the source holds.")
    var ignoreOverrides = false

    @Flag(help: "Tell the web hooks of the project file what is missing or incorrect.")
    var notify = false

    @Option(help: "What is printed: a table, JSON, or what a CI service shows at the places in the project file.")
    var format: CheckFormat?

    @OptionGroup var persona: AskedPersonaOptions

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func validate() throws {
        if options.json, let format, format != .json {
            throw ValidationError("--json and --format \(format.rawValue) are given one at a time.")
        }
        if apps, strict || ignoreOverrides || notify || (format != nil && format != .json && format != .text) {
            throw ValidationError("--apps is given alone, or with --json.")
        }
    }

    func run() throws {
        if apps {
            var settings = options.settings
            settings.json = settings.json || format == .json
            if try KeptApps(settings, at: Date()).check(settings) { throw ExitCode(ExitStatus.contractBroken) }
            return
        }
        let session = try ProjectSession.opened(persona.settings(options))
        defer { session.keepFetch(by: "check") }
        let format = format ?? (options.json ? .json : .text)
        let file = session.projectPath.map { ProjectFileName(forServices: $0) }
        let report: Report
        do {
            report = try judgedReport(of: session)
        } catch let failure as FetchFailure {
            // Tools that take a file of results get one that says so.
            try format.print(CheckOutcome(unfetched: failure, of: session.sourceWords, in: file))
            let news = HookNews(.failing, at: Date(), reason: failure.summary)
            if notify { try tellHooks(of: session) { $0.interest.failures ? news : nil } }
            throw failure
        }
        let outcome = CheckOutcome(report, isStrict: strict, of: session.sourceWords, in: file) {
            session.projectPath.map { KeyPlaces(readingFileAt: $0).locations } ?? [:]
        }
        switch format {
        case .text: try StandardOutput.write(text(outcome, of: report, session))
        case .json: try StandardOutput.document(report.document(of: session, checked: outcome))
        case .github, .junit, .sarif: try format.print(outcome)
        }
        // For the log of the job, beside the annotations.
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

    /// Sends the findings to the web hooks. A failure to do so is printed, and does not change the verdict.
    private func tellHooks(
        of session: ProjectSession, _ news: @escaping @Sendable (WebHook) -> HookNews?
    ) throws {
        let hooks = ProjectHooks(session, options.settings)
        for problem in hooks.problems { StandardError.report(problem, as: "note") }
        for (hook, outcome) in try hooks.hooks.send(from: HookOrigin(session), news) {
            if let problem = outcome.problem { StandardError.line("note: the web hook \(hook.name): \(problem)") }
        }
    }

    private func judgedReport(of session: ProjectSession) throws -> Report {
        do {
            guard ignoreOverrides else { return try session.fetchedReport() }
            try session.fetch()
        } catch let failure as FetchFailure {
            StandardError.line("unknown: nothing could be fetched from \(session.sourceWords), so no key was judged")
            throw failure
        }
        return Report(keys: session.keys, snapshot: session.service.snapshot, overrides: .empty, at: Date())
    }

    private func text(_ outcome: CheckOutcome, of report: Report, _ session: ProjectSession) -> StyledText {
        let findings = outcome.findings
        let style = PlainText(options.settings)
        var table = Table(["KEY": 60, "STATUS": 10, "REASON": 200])
        for finding in findings {
            let ink = KeyStatus(rawValue: finding.rule.rawValue).map(Ink.init) ?? .plain
            table.append([.init(finding.key ?? ""), .init(finding.rule.rawValue, ink), .init(finding.message)])
        }
        return (findings.isEmpty ? "" : table.text(style, width: Console.columns) + "\n")
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
        let summary = ReportSummary(report, source: session.sourceWords).text
        return "\(style.shown(verdict.rawValue, ink: ink))  \(style.shown(summary))\n"
    }
}
