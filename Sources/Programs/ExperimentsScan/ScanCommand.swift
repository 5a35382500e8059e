import ArgumentParser
import ExperimentsCore
import Foundation
import SourceScanning

/// `experiments-scan`: the keys that an app's sources declare, as a catalogue.
@main
struct ScanCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "experiments-scan",
        abstract: "Write the catalogue of keys that an app's Swift sources declare.",
        discussion: """
            Finds the enums that conform to RemoteKey, and the value types of their cases, without compiling anything. \
            Without --output or --check, prints the `keys:` of a project file.

            --references prints where the sources are about keys instead: where their cases are declared and used, and \
            where their names stand as texts.

            Exits with 0 if all is well, 1 if something could not be read, 2 if --check finds the file out of date.
            """)

    @Argument(help: ArgumentHelp("Files and folders to read.", valueName: "path"))
    var paths = ["Sources"]

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "Put the keys into this project file, in place of its `keys:`. Titles, groups and descriptions stay.",
            valueName: "file"))
    var output: String?

    @Option(help: ArgumentHelp("Compare with this project file instead, and change nothing.", valueName: "file"))
    var check: String?

    @Flag(
        help: """
            With --output and --check, go on with the keys that can be read. Keys of the project file that were not \
            found then stay, because they may be those that cannot be read.
            """)
    var keepGoing = false

    @Flag(help: "Print the places that are about keys, as path:line:column: text.")
    var references = false

    @Option(help: ArgumentHelp("With --references, only of this key; repeatable.", valueName: "name"))
    var key: [String] = []

    @Flag(help: "With --references, print JSON.")
    var json = false

    func validate() throws {
        guard references || (key.isEmpty && !json) else {
            throw ValidationError("--key and --json go with --references")
        }
        guard !references || (output == nil && check == nil) else {
            throw ValidationError("--references goes with neither --output nor --check")
        }
        guard !references || !keepGoing else {
            throw ValidationError("--references and --keep-going exclude each other")
        }
        if output != nil, check != nil { throw ValidationError("--output and --check exclude each other") }
    }

    func run() throws {
        do {
            try scan()
        } catch let exit as ExitCode {
            throw exit
        } catch {
            Self.tell("experiments-scan: \(error)")
            throw ExitCode(1)
        }
    }

    private func scan() throws {
        if references { return try printReferences() }
        var hasEveryFile = true
        let skip = { (problem: FileProblem) in
            hasEveryFile = false
            Self.tell("\(problem)")
        }
        let files = try SourceFolder.files(at: paths, skip: keepGoing ? skip : nil)
        let scan = SourceScan(files)
        for problem in scan.problems { Self.tell("\(problem)") }
        let isComplete = hasEveryFile && scan.hasEveryKey
        if let check {
            try compare(scan, isComplete: isComplete, with: check)
        } else if let output {
            // A catalogue that lacks keys must not take the place of one that has them.
            guard isComplete || keepGoing else {
                Self.tell(
                    "experiments-scan: \(output) was not changed, because the keys above could not be read; "
                        + "--keep-going writes the others")
                throw ExitCode(1)
            }
            let listed = try CatalogFile.keys(in: output)
            try scan.catalog(keepingWordsOf: listed, keepsOthers: !isComplete).write(to: output)
        } else {
            print(scan.catalog.text, terminator: "")
        }
        if !isComplete { throw ExitCode(1) }
    }

    private func compare(_ scan: SourceScan, isComplete: Bool, with path: String) throws {
        let listed = try CatalogFile.keys(in: path)
        let written = scan.catalog(keepingWordsOf: listed, keepsOthers: true).keys
        let comparison = CatalogComparison(file: listed, sources: keepGoing && !isComplete ? written : scan.keys)
        for difference in comparison.differences { print(VisibleText.of("\(difference)", keepingLines: true)) }
        guard comparison.isUpToDate else {
            Self.tell("experiments-scan: \(path) is out of date; --output \(path) brings it up to date")
            throw ExitCode(2)
        }
    }

    private func printReferences() throws {
        let found = SourceReferences(try SourceFolder.files(at: paths), of: key)
        // A program sees by itself that there is none.
        guard !json else { return print(SourceReferencesDocument(found.references).json.prettyText) }
        let known = Set(found.declaredNames).union(found.references.map(\.key))
        if let unknown = key.first(where: { !known.contains($0) }) {
            let near = SpellingSuggestion.nearest(to: unknown, in: found.declaredNames).map { "; did you mean \($0)?" }
            Self.tell("experiments-scan: the sources know no key \"\(unknown)\"\(near ?? "")")
            throw ExitCode(1)
        }
        for reference in found.references {
            print(VisibleText.of("\(reference.place): \(reference.line)"))
        }
    }

    private static func tell(_ line: String) {
        FileHandle.standardError.write(Data((VisibleText.of(line, keepingLines: true) + "\n").utf8))
    }
}
