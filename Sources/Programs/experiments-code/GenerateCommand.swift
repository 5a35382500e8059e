import ArgumentParser
import ExperimentsCore
import ExperimentsKeyGeneration
import ExperimentsKeySystems
import ExperimentsSourceScanning
import ExperimentsSupport
import Foundation

/// `experiments-code generate`: converts the keys of a document to another form.
struct GenerateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "generate", abstract: "Write the keys as Swift code or a flag manifest",
        subcommands: [GenerateSwiftCommand.self, GenerateManifestCommand.self])
}

/// The options for input and output.
struct DocumentOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            File with the keys: a project file, a Firebase Remote Config template, the default values of an app (JSON \
            or a property list), a GrowthBook payload, or a flag manifest of OpenFeature (default: experiments.yaml in \
            this or a parent folder)
            """, valueName: "file"))
    var from: String?

    @Option(
        name: .shortAndLong, help: ArgumentHelp("File to write (default: standard output)", valueName: "file")
    )
    var output: String?

    @Flag(help: "Change nothing, and exit with 2 if the file is out of date")
    var check = false

    func validate() throws {
        if check, output == nil { throw ValidationError("--check requires --output, the file to check") }
    }

    /// The file to write or to compare.
    var file: GeneratedFile { GeneratedFile(path: output, isChecked: check) }
}

/// `experiments-code generate swift`: generates Swift keys.
struct GenerateSwiftCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "swift", abstract: "Write the keys as Swift code",
        discussion: """
            Each key becomes a property in an extension of Keys, with its type, default, range and cases, and its title \
            and description as a comment. With --output, keys, cases and members keep the names that they have in \
            the file. A file that is up to date is not written again.

            Exit codes: 0 success; 1 error; 2 --check found that the file is out of date.
            """)

    @OptionGroup var document: DocumentOptions

    @Option(help: "How to declare keys: as properties of Keys, or as the cases of an enum")
    var style = KeyCodeOptions.Style.keys

    @Option(help: ArgumentHelp("Name of the enum, with --style enum", valueName: "name"))
    var name = "RemoteConfigKey"

    @Option(help: "Access level of the declarations")
    var access = KeyCodeOptions.Access.internal

    @Option(
        help: ArgumentHelp(
            """
            Keep keys that are no longer in the file as properties deprecated since this version, until you pass a \
            different version
            """, valueName: "version"))
    var deprecate: String?

    private var request: KeyCodeRequest {
        var request = KeyCodeRequest(source: document.from, file: document.file)
        request.style = style
        request.access = access
        request.name = name
        request.deprecate = deprecate
        return request
    }

    func validate() throws {
        if style == .enum, deprecate != nil { throw ValidationError("--deprecate requires --style keys") }
        guard request.hasValidName else {
            throw ValidationError("invalid --name \"\(name)\": expected the name of a type, such as AppKey")
        }
    }

    func run() throws {
        let isUpToDate = try request.run(systems: .all, deprecated: deprecated, say: { Output.say($0) })
        if !isUpToDate { throw Output.findings }
    }

    /// Returns the keys of the old file that the document no longer has.
    private func deprecated(in old: String, besides keys: [CatalogKey]) -> [DeprecatedKey] {
        guard let deprecate else { return [] }
        let present = Set(keys.map(\.name))
        let scan = SourceScan([SourceFile(path: document.output ?? "", text: old)])
        let fresh = scan.keys.map { DeprecatedKey($0, since: deprecate) }
        // Those of another version have been deprecated for one version.
        let kept = scan.deprecatedKeys.filter { $0.message.hasScalarSuffix(" since \(deprecate)") }
            .map { DeprecatedKey($0.key, since: deprecate) }
        return (kept + fresh).filter { !present.contains($0.key.name) }
            .sorted { $0.key.name.utf8.lexicographicallyPrecedes($1.key.name.utf8) }
    }
}

extension KeyCodeOptions.Style: ExpressibleByArgument {}
extension KeyCodeOptions.Access: ExpressibleByArgument {}

/// `experiments-code generate manifest`: generates a manifest.
struct GenerateManifestCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "manifest", abstract: "Write the keys as a flag manifest of OpenFeature",
        discussion: """
            OpenFeature's own tools generate code for other languages from a manifest. It needs a default for each \
            flag: a key without one gets false, 0, an empty text or an empty object, and is listed.

            Exit codes: 0 success; 1 error; 2 --check found that the file is out of date.
            """)

    @OptionGroup var document: DocumentOptions

    func run() throws {
        let (found, path) = try KeyDocument.read(document.from, systems: .all) { Output.say($0) }
        for key in found.keys where key.schema.defaultText == nil {
            Output.say("note: \(key.name) has no default; the manifest has an empty one")
        }
        let text = FlagManifest.json(of: found.keys).prettyText
        let ended = text.hasScalarSuffix("\n") ? text : text + "\n"
        let isUpToDate = try document.file.write(
            ended, old: document.file.content(), command: "experiments generate manifest --from \(path)",
            say: { Output.say($0) })
        if !isUpToDate { throw Output.findings }
    }
}
