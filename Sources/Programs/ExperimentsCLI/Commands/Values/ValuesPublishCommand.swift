import ArgumentParser
import EtcdStore
import ExperimentsCore
import ExperimentsProject

struct ValuesPublishCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "publish", abstract: "Publish all values of a file, or those of an earlier revision again.",
        discussion: """
            The values are then exactly those: what the file or the revision lacks is removed. The file is one of key and \
            value, as a file source reads it. `history` lists the revisions.
            """)
    static let examples = [
        CommandExample("experiments values publish values.json --dry-run", "See what a file would change"),
        CommandExample("experiments values publish --revision 41", "Bring back what was published at revision 41"),
    ]

    @Argument(
        help: ArgumentHelp("The JSON or YAML file of key and value.", valueName: "file"),
        completion: .file(extensions: ["json", "yaml", "yml"]))
    var file: String?

    @Option(help: ArgumentHelp("The revision to bring back.", valueName: "number")) var revision: Int64?

    @OptionGroup var publishing: PublishingOptions
    @OptionGroup(title: "Global options") var options: GlobalOptions

    func validate() throws {
        guard (file == nil) != (revision == nil) else { throw ValidationError("Name a file or a revision.") }
        if let revision, revision < 1 { throw ValidationError("--revision is a number from 1 on.") }
    }

    func run() throws {
        let command = "values publish" + (revision.map { " --revision \($0)" } ?? "")
        let target = try ValueTarget.opened(options.settings, by: command)
        let base = try target.published()
        if let revision {
            let then = try target.published(at: revision)
            let proposal = ValueProposal(then.entries, as: then.document, on: base)
            return try target.publish(proposal, publishing)
        }
        guard let file else { return }
        let bytes = try FileBytes.read(file, limit: FileRemoteConfigKeeper.largestFile)
        let entries = try ValueDocument.entries(of: bytes, named: file)
        try target.publish(ValueProposal(entries, as: bytes, on: base), publishing)
    }
}
