import ArgumentParser
import ExperimentsCore
import ExperimentsKeyGeneration
import ExperimentsProject
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
        name: .shortAndLong, help: ArgumentHelp("File to write (default: standard output)", valueName: "file"))
    var output: String?

    @Flag(help: "Change nothing, and exit with 2 if the file is out of date")
    var check = false

    func validate() throws {
        if check, output == nil { throw ValidationError("--check requires --output, the file to check") }
    }

    /// Returns the keys, and the file that they come from. Skipped entries are listed.
    func read() throws -> (document: KeyDocument, path: String) {
        guard let path = try from ?? ProjectFile.find(from: ".") else {
            throw FileProblem(
                path: ProjectFile.name, message: "not found in this or a parent folder",
                advice: "use --from, or create it with `experiments init`", isMissing: true)
        }
        let document = try KeyDocument(try FileBytes.read(path), path: path)
        for note in document.notes { Output.say("note: \(note)") }
        return (document, path)
    }

    /// Writes a text, or compares it with the file.
    ///
    /// - Parameters:
    ///   - old: the content of the file before.
    ///   - command: the command that writes the file.
    func write(_ text: String, old: String?, command: String) throws {
        guard let output else { return print(text, terminator: "") }
        guard old != text else { return }
        if check {
            let place = old.map { ":\(Self.firstDifference($0, text))" } ?? ""
            Output.say("\(output)\(place): out of date; run `\(command) --output \(output)`")
            throw Output.findings
        }
        try AtomicFile.write(Array(text.utf8), to: output)
        Output.say("wrote \(output)")
    }

    /// Returns the content of the output file; nil if there is none.
    func old() throws -> String? {
        guard let output, let bytes = try FileBytes.readIfPresent(output) else { return nil }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw FileProblem(path: output, message: "is not UTF-8 text", advice: "use another file with --output")
        }
        return text
    }

    /// Returns the first line, from 1, in which two texts differ.
    private static func firstDifference(_ one: String, _ other: String) -> Int {
        zip(one.lines, other.lines).prefix { $0 == $1 }.map { _ in 1 }.count + 1
    }
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

    func validate() throws {
        if style == .enum, deprecate != nil { throw ValidationError("--deprecate requires --style keys") }
        guard name.unicodeScalars.first?.properties.isXIDStart == true,
            name.unicodeScalars.allSatisfy(\.properties.isXIDContinue)
        else { throw ValidationError("invalid --name \"\(name)\": expected the name of a type, such as AppKey") }
    }

    func run() throws {
        let (found, path) = try document.read()
        let old = try document.old()
        if let old, let output = document.output, !old.isEmpty, !KeyCode.isGenerated(old) {
            throw FileProblem(
                path: output, message: "was not generated by this command, so it was not changed",
                advice: "use another file with --output, or delete this one")
        }
        var options = KeyCodeOptions(source: PathText.name(of: path))
        options.style = style
        options.name = name
        options.visibility = access
        let code = try KeyCode(
            found.keys, texts: found.texts, deprecated: deprecated(in: old, besides: found.keys),
            keeping: GeneratedNames(reading: old ?? ""), options)
        try document.write(code.text, old: old, command: command(path))
    }

    /// Returns the command that writes the file again.
    private func command(_ path: String) -> String {
        var words = ["experiments generate swift --from \(path)"]
        if style != .keys { words.append("--style \(style.rawValue) --name \(name)") }
        if access != .internal { words.append("--access \(access.rawValue)") }
        if let deprecate { words.append("--deprecate \(deprecate)") }
        return words.joined(separator: " ")
    }

    /// Returns the keys of the old file that the document no longer has.
    private func deprecated(in old: String?, besides keys: [CatalogKey]) -> [DeprecatedKey] {
        guard let deprecate, let old else { return [] }
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
        let (found, path) = try document.read()
        for key in found.keys where key.schema.defaultText == nil {
            Output.say("note: \(key.name) has no default; the manifest has an empty one")
        }
        let text = FlagManifest.json(of: found.keys).prettyText
        let ended = text.hasScalarSuffix("\n") ? text : text + "\n"
        try document.write(ended, old: document.old(), command: "experiments generate manifest --from \(path)")
    }
}
