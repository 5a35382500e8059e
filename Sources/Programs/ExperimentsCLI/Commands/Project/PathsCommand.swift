import ArgumentParser
import ExperimentsCore
import ExperimentsOperator
import ExperimentsServer
import Foundation

struct PathsCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "paths",
        abstract: "Show file locations")
    static let examples: KeyValuePairs = ["experiments paths": "Show which files are used"]

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        let located = try LocatedProject(options.settings)
        let overrides = try OverrideTarget.opened(options.settings).files
        let paths: [(name: String, path: String?)] = [
            ("project", located?.absolutePath),
            ("overrides", Self.absolute(overrides.path)), ("journal", Self.absolute(overrides.journal.path)),
            ("links", Self.absolute(LinkGrantStore(besideOverridesAt: overrides.path).path)),
            ("apps", Self.absolute(AppsFile(besideOverridesAt: overrides.path).path)),
            ("settings", Environment.ifThere(Environment.settingsFile)),
            ("themes", Environment.ifThere(Environment.themesFolder)),
            ("state", Environment.ifThere(Environment.stateFolder)),
        ]
        if options.json {
            return try StandardOutput.document(Document(paths.map { ($0.0, $0.1.orNull) }))
        }
        let style = PlainText(options.settings)
        for (name, path) in paths {
            let exists = path.map { access($0, F_OK) == 0 } ?? false
            let absence =
                name == "project" ? "none in this or a parent folder" : "none: no home folder; set HOME"
            var words = style.shown(path ?? absence)
            if exists, !style.ascii, let path, let link = Console.link(to: path, on: STDOUT_FILENO) {
                words = StyledText(path, link: link)
            } else if path != nil, !exists {
                words += "  (does not exist yet)"
            }
            try StandardOutput.line("\(name)\(String(repeating: " ", count: 11 - name.count))\(words)")
        }
    }

    private static func absolute(_ path: String) -> String {
        URL(fileURLWithPath: path).standardizedFileURL.path
    }
}
