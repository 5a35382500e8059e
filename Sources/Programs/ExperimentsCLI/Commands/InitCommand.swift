import ArgumentParser
import ExperimentsCore
import ExperimentsProject
import Foundation

/// Writes a project file.
struct InitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init", abstract: "Write a project file to start from, with comments.",
        discussion: """
            Writes experiments.yaml here, or the file given with --config. With --from, the file of values becomes the \
            source, and its keys the catalogue, each with the type that its value suggests.
            """)

    @Option(
        help: ArgumentHelp("A JSON or YAML file of key and value.", valueName: "file"),
        completion: .file(extensions: ["json", "yaml", "yml"]))
    var from: String?

    @Flag(help: "Replace a project file that is there already.") var force = false

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        let path = options.config ?? ProjectFile.name
        guard force || access(path, F_OK) != 0 else {
            throw CommandProblem("\(path) exists already; nothing was changed", advice: "--force replaces it.")
        }
        var draft = ProjectDraft()
        if let from {
            let keeper = FileRemoteConfigKeeper(path: from, watcher: nil)
            try keeper.fetchNow()
            draft = ProjectDraft(
                sourcePath: RelativePath(of: from, fromFolderOf: path).text,
                keys: CatalogueDraft(of: keeper.snapshot).keys)
        }
        try AtomicFile.write(Array(draft.text.utf8), to: path)
        try report(path, draft)
    }

    private func report(_ path: String, _ draft: ProjectDraft) throws {
        if options.json {
            return try StandardOutput.document(.object(Self.document(path, draft)))
        }
        let style = PlainText(options.settings)
        let count = draft.keys.count == 1 ? "1 key" : "\(draft.keys.count) keys"
        try StandardOutput.line("wrote \(style.shown(path)) with \(count)")
        if from == nil {
            try StandardOutput.line("Its values come from \(draft.sourcePath); put yours there, or edit `source:`.")
        }
    }

    private static func document(_ path: String, _ draft: ProjectDraft) -> JSONObject {
        var members = JSONObject()
        members["schema"] = .number(DocumentSchema.version)
        members["path"] = .string(path)
        members["keys"] = .array(draft.keys.map { .string($0.name) })
        return members
    }
}
