import ArgumentParser
import ExperimentsCore
import ExperimentsKeyGeneration
import ExperimentsKeySystems
import ExperimentsProject
import ExperimentsSourceScanning
import ExperimentsSupport
import Foundation

/// `experiments-code scan`: lists the keys that an app's source code declares or reads, as a catalog.
struct ScanCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scan",
        abstract: "Read the keys of an app from its Swift sources",
        discussion: """
            Finds keys made with `Key`, enums that conform to RemoteKey, names passed to Firebase's SDK, and names passed \
            to the functions under `code: {readers: …}` of the project file. Nothing is compiled. Without --output, \
            --check, --references or --unused, prints the `keys:` of a project file.

            Places that cannot be read are listed; everything else is used.

            Exit codes: 0 success; 1 something could not be read, or there are no keys; 2 --check found a file that is \
            out of date, or --unused found a key that no code reads.
            """)

    @Argument(help: ArgumentHelp("Files and folders to read", valueName: "path"))
    var paths = ["Sources"]

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "Replace the `keys:` of this project file; titles, groups and descriptions stay",
            valueName: "file"))
    var output: String?

    @Option(help: ArgumentHelp("Compare with this project file, and change nothing", valueName: "file"))
    var check: String?

    @Flag(help: "List the places that use keys, as path:line:column: text")
    var references = false

    @Flag(help: "List the keys of the sources and the project file that no code reads")
    var unused = false

    @Option(
        help: ArgumentHelp("With --references or --unused, only this key (repeatable)", valueName: "name"))
    var key: [String] = []

    @Option(
        name: .customLong("enum"),
        help: ArgumentHelp(
            "Enum of strings whose cases are keys, and the type of their values, such as Feature:bool (repeatable)",
            valueName: "name:type"))
    var enums: [String] = []

    @Option(
        help: ArgumentHelp(
            "Project file with `code:`, and with the keys for --unused (default: experiments.yaml in this or a parent folder)",
            valueName: "file"))
    var config: String?

    @Flag(help: "Print JSON")
    var json = false

    func validate() throws {
        let given = [output != nil, check != nil, references, unused].filter { $0 }.count
        guard given < 2 else {
            throw ValidationError("--output, --check, --references and --unused cannot be combined")
        }
        guard references || unused || key.isEmpty else {
            throw ValidationError("--key requires --references or --unused")
        }
        guard !json || (output == nil && check == nil) else {
            throw ValidationError("--json cannot be combined with --output or --check")
        }
    }

    func run() throws {
        var options = ScanOptions()
        options.enums = try enums.map { text in
            guard let keyEnum = KeyEnum(text) else {
                let types = ValueKind.allCases.map(\.rawValue).joined(separator: ", ")
                throw ValidationError(
                    "invalid --enum \"\(text)\": expected the name of an enum and one of the types \(types), "
                        + "such as Feature:bool")
            }
            return keyEnum
        }
        let project = try project()
        options.readers = project?.codeReaders ?? []
        var hasEveryFile = true
        let files = try SourceFolder.files(at: paths) { problem in
            hasEveryFile = false
            Output.say("\(problem)")
        }
        try refuseReaders(options.readers, files)
        let folders = paths
        options.defaults = { name, source in DefaultsFile.keys(of: name, beside: source, in: folders) }
        if references { return try printReferences(SourceReferences(files, of: key, options)) }
        let progress = ProgressLine(total: files.count)
        let scan = SourceScan(files, options) { progress.show($0) }
        progress.clear()
        if let name = scan.unknownEnums.first {
            let near = SpellingSuggestion.nearest(to: name, in: scan.otherEnums.map(\.name))
            throw MessageError(
                "no enum \"\(name)\" in the sources", advice: near.map { "did you mean \($0)?" })
        }
        for problem in scan.problems { Output.say("\(problem)") }
        if unused { return try printUnused(files, scan, project, options) }
        let isComplete = hasEveryFile && scan.hasEveryKey
        if scan.keys.isEmpty, check == nil { try refuseNothing(scan, count: files.count) }
        if let check {
            try compare(scan, isComplete: isComplete, with: check)
        } else if let output {
            let listed = try CatalogFile.keys(in: output)
            // Keys that were not found may be in the files that could not be read.
            try scan.catalog(keepingWordsOf: listed, keepsOthers: !isComplete).write(to: output)
        } else {
            print(json ? scan.json.prettyText : scan.catalog.text, terminator: json ? "\n" : "")
        }
        if !isComplete { throw ExitCode.failure }
    }

    /// Returns the project file with the rules for how source code reads keys; nil if there is none.
    private func project() throws -> Project? {
        if let path = config {
            if let project = try CatalogFile.project(in: path) { return project }
            throw FileProblem(path: path, message: "does not exist", isMissing: true)
        }
        guard let path = try output ?? check ?? ProjectFile.find(from: ".") else { return nil }
        return try CatalogFile.project(in: path)
    }

    /// Refuses readers that no call can match, because the function has other arguments.
    private func refuseReaders(_ readers: [ProjectCodeReader], _ files: [SourceFile]) throws(MessageError) {
        for reader in readers {
            guard let declared = ReaderCheck(reader, files).otherForm else { continue }
            throw MessageError(
                "the reader `\(reader)` of the project file matches no call: the sources declare `\(declared)`",
                advice: "write `\(declared)` in `code: {readers: …}`")
        }
    }

    private func compare(_ scan: SourceScan, isComplete: Bool, with path: String) throws {
        let listed = try CatalogFile.keys(in: path)
        let written = scan.catalog(keepingWordsOf: listed, keepsOthers: true).keys
        let comparison = CatalogComparison(file: listed, sources: isComplete ? scan.keys : written)
        for difference in comparison.differences {
            print(VisibleText.of("\(difference)", keepingLines: true))
        }
        guard comparison.isUpToDate else {
            Output.say("\(path) is out of date; --output \(path) brings it up to date")
            throw Output.findings
        }
    }

    /// Throws an error for source code without keys, because that is hardly intended.
    private func refuseNothing(_ scan: SourceScan, count: Int) throws {
        let words = ["config", "experiment", "feature", "flag", "key", "parameter", "toggle"]
        let names = scan.otherEnums.filter { found in words.contains { found.name.lowercased().contains($0) }
        }.prefix(
            3)
        var lines = names.map { name, count in
            "enum \(name) has \(count) case\(count == 1 ? "" : "s"); if they are keys, pass --enum \(name):TYPE"
        }
        lines.append(
            "if a function of the app reads keys by name, name it in the project file: "
                + "`code: {readers: [\"isEnabled(_:)\"]}`")
        throw MessageError(
            "no keys found in \(count) Swift file\(count == 1 ? "" : "s"): no call to Key, no enum that conforms to "
                + "RemoteKey, and no name for Firebase's SDK",
            advice: lines.map { $0.prefix(1).uppercased() + $0.dropFirst() + "." }.joined(separator: "\n"))
    }

    private func printReferences(_ found: SourceReferences) throws {
        // A program sees by itself that there are no keys.
        guard !json else { return print(found.json.prettyText) }
        let known = Set(found.declaredNames).union(found.references.map(\.key))
        if let unknown = key.first(where: { !known.contains($0) }) {
            let near = SpellingSuggestion.nearest(to: unknown, in: found.declaredNames)
            throw MessageError(
                "no key \"\(unknown)\" in the sources", advice: near.map { "did you mean \($0)?" })
        }
        for reference in found.references {
            print(VisibleText.of("\(reference.place): \(reference.line)"))
        }
    }

    private func printUnused(
        _ files: [SourceFile], _ scan: SourceScan, _ project: Project?, _ options: ScanOptions
    ) throws {
        var names = scan.keys.map(\.name)
        names += (project?.keys ?? []).map(\.name).filter { scan.places[$0] == nil }
        if let unknown = key.first(where: { !names.contains($0) }) {
            let near = SpellingSuggestion.nearest(to: unknown, in: names)
            throw MessageError(
                "no key \"\(unknown)\" in the sources or the project file",
                advice: near.map { "did you mean \($0)?" })
        }
        if !key.isEmpty { names = names.filter(key.contains) }
        let unused = SourceReferences(files, of: names, options).unused(among: names)
        if json {
            print(scan.unused(unused).prettyText)
        } else {
            for name in unused {
                let place = scan.places[name].map { "\($0): " } ?? ""
                print(VisibleText.of("\(place)\(name) is not read anywhere"))
            }
        }
        if !unused.isEmpty { throw Output.findings }
    }
}

/// The defaults of an app as a property list among its sources.
enum DefaultsFile {
    /// Returns the keys of a file; nil if there is none, or if it cannot be read.
    ///
    /// - Parameters:
    ///   - name: the name without its ending, as code passes it to `setDefaults(fromPlist:)`.
    ///   - source: the path of the code.
    ///   - folders: the folders to search if the file is not in the folder of the code.
    static func keys(of name: String, beside source: String, in folders: [String]) -> [CatalogKey]? {
        let file = name.hasScalarSuffix(".plist") ? name : name + ".plist"
        let near = PathText.join(PathText.folder(of: source), file)
        let paths = [near] + folders.flatMap { found(file, in: $0) }
        for path in paths {
            guard let bytes = try? FileBytes.read(path),
                let document = try? KeyDocument(bytes, path: path, systems: .all)
            else {
                continue
            }
            return document.keys
        }
        return nil
    }

    private static func found(_ file: String, in folder: String) -> [String] {
        guard let names = FileManager.default.enumerator(atPath: folder) else { return [] }
        var paths: [String] = []
        for case let name as String in names {
            if PathText.name(of: name).hasScalarPrefix(".") {
                names.skipDescendants()
            } else if PathText.name(of: name) == file {
                paths.append(PathText.join(folder, name))
            }
        }
        return paths.sorted()
    }
}
