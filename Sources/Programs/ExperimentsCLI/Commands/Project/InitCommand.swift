import ArgumentParser
import ExperimentsCore
import ExperimentsEtcdClient
import ExperimentsOperator
import ExperimentsProject
import Foundation

struct InitCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "init", abstract: "Create a project file",
        discussion: """
            Looks in this folder and the folders below for files of keys and values, Firebase Remote Config templates \
            (also the one that firebase.json names), the default values of an app (RemoteConfigDefaults.plist, \
            remote_config_defaults.xml or JSON), GoogleService-Info.plist, google-services.json, and files of variants \
            or GrowthBook features. Also looks for an emulator or a flag server (OFREP) that runs on this machine.

            Uses the best of them as the source. Declares its keys in the order of the file, each with the type, \
            default, cases and group that its values suggest. It takes keys from the default values of an app, and the \
            source from the settings of its Firebase project. Prints what it used and what else it found; use --from \
            to choose another. Writes experiments.yaml in this folder, or the file of --config.

            If the client program of a warehouse is installed, and a service is set up for it, such as one in \
            ~/.pg_service.conf for psql, the file has an example of how to count results there.
            """)
    static let examples: KeyValuePairs = [
        "experiments init": "Create a project file from the files in this folder",
        "experiments init --etcd http://127.0.0.1:2379": "Create a project file with a store for a team",
        "experiments init --from config.json --dry-run": "Show what a file of values would create",
    ]

    @Option(
        help: ArgumentHelp(
            "File to use: values, default values of an app (plist, XML, JSON), a template, firebase.json, or another "
                + "source",
            valueName: "file"),
        completion: .file(extensions: ["json", "yaml", "yml", "plist", "xml"]))
    var from: String?

    @Option(
        help: ArgumentHelp(
            "Address of an etcd member where a team shares overrides (repeatable)",
            valueName: "url"))
    var etcd: [String] = []

    @Flag(help: "Create an empty commented file") var empty = false

    @Flag(help: "Replace an existing project file") var force = false

    @Flag(help: "Print the changes as a diff without writing them") var dryRun = false

    @OptionGroup(title: "Global options") var options: GlobalOptions

    private var start: ProjectStart { ProjectStart(path: options.config ?? ProjectFile.name) }

    func validate() throws {
        if empty, from != nil { throw ValidationError("--empty and --from cannot be combined") }
    }

    func run() throws {
        guard force || dryRun || access(start.path, F_OK) != 0 else {
            throw CommandProblem.projectExists(start.path)
        }
        var others = SourceFindings()
        others.warehouses = start.warehouses()
        if let from { return try finish(start.draft(from: from), others: others) }
        if empty { return try finish(ProjectDraft(), others: others) }
        var findings = start.findings()
        if let refused = findings.refused.first(where: \.isTelling),
            findings.candidates.first?.keyCount ?? 0 == 0
        {
            throw CommandProblem.unusable(refused)
        }
        guard let best = findings.candidates.first else {
            return try finish(ProjectDraft(), others: findings)
        }
        let draft = ProjectDraft(best, besides: Array(findings.candidates.dropFirst()))
        findings.candidates.removeAll(where: draft.uses)
        try finish(draft, others: findings)
    }

    /// Returns the store to write into the file; nil for none.
    private func team() throws -> DraftedTeam? {
        guard !etcd.isEmpty else { return nil }
        let endpoints = try etcd.map { text in
            do throws(MessageError) {
                return try EtcdEndpoint(parsing: text).url.absoluteString
            } catch {
                throw CommandProblem("--etcd:", error)
            }
        }
        let folder = URL(fileURLWithPath: start.path).deletingLastPathComponent().standardizedFileURL
            .lastPathComponent
        return DraftedTeam(endpoints: endpoints, folder: folder)
    }

    private func finish(_ draft: ProjectDraft, others: SourceFindings) throws {
        var draft = draft
        draft.team = try team()
        draft.warehouse = others.warehouses.first
        let report = DraftReport(path: start.path, draft, others: others, isEmpty: empty)
        if dryRun {
            let old = try FileBytes.readIfPresent(start.path).map { String(decoding: $0, as: UTF8.self) }
            if options.json { return try StandardOutput.document(report.document(isWritten: false)) }
            let patch = LineDifference(old?.withoutLastLineEnd, draft.text.withoutLastLineEnd)
                .unified(old == nil ? "/dev/null" : start.path, start.path)
            return try StandardOutput.lines(PlainText(options.settings).lines(ofPatch: patch))
        }
        try start.write(draft.text, force: force)
        StandardOutput.noteChange()
        if options.json { return try StandardOutput.document(report.document(isWritten: true)) }
        try StandardOutput.lines(report.lines(PlainText(options.settings)))
    }
}
