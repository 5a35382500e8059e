import ArgumentParser
import ExperimentsCore
import ExperimentsDigests
import ExperimentsFlagRetirement
import ExperimentsOperator
import ExperimentsProject
import ExperimentsSourceScanning
import ExperimentsSupport
import Foundation

/// `experiments-code retire`: removes a key from an app's source code.
struct RetireCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retire", abstract: "Remove a key from an app's Swift sources",
        discussion: """
            Replaces each read of the key with the value that all users have, and removes what is no longer used: the \
            branches that never run, the key, the tests of other values and the key's lines in the project file. Other \
            lines stay as they are. Places that cannot be changed safely stay, too, and are listed.

            Prints the change as a diff, and changes nothing without --write. With --verify, runs a command of yours on a \
            copy of the project, without the change and with it, and refuses the change if the command fails with it.

            Exit codes: 0 success; 1 error; 2 places are left to change by hand.
            """)

    @Argument(help: ArgumentHelp("Name of the key", valueName: "key"))
    var key: String

    @Argument(
        help: ArgumentHelp("Files and folders to read (default: the current folder)", valueName: "path"))
    var paths: [String] = []

    @Option(help: ArgumentHelp("Value that all users have, as in the source", valueName: "value"))
    var value: String

    @Flag(help: "Write the change to the files")
    var write = false

    @Option(
        help: ArgumentHelp(
            "With --write, only make the change with this digest, as printed by --json", valueName: "digest"))
    var expect: String?

    @Option(
        help: ArgumentHelp(
            "Command that must succeed on a copy, without and with the change (default with --write: `code: {verify}` of "
                + "the project file)", valueName: "command"))
    var verify: String?

    @Flag(help: "Do not run the command of the project file")
    var noVerify = false

    @Flag(help: "Type-check the Swift files with swiftc, without and with the change")
    var typecheck = false

    @Option(
        help: ArgumentHelp(
            "Project file with the key and `code:` (default: experiments.yaml in this or a parent folder)",
            valueName: "file"))
    var config: String?

    @Flag(help: "Print JSON")
    var json = false

    func validate() throws {
        guard expect == nil || write else { throw ValidationError("--expect requires --write") }
        guard verify == nil || !noVerify else {
            throw ValidationError("--verify and --no-verify cannot be combined")
        }
    }

    func run() throws {
        let path = try config ?? ProjectFile.find(from: ".")
        let project = try path.flatMap { try CatalogFile.project(in: $0) }
        let schema = project?.keys.first { $0.name == key }?.schema
        // A file that is not UTF-8 may use the key, so none is left out.
        var files = try SourceFolder.repairedFiles(at: paths.isEmpty ? ["."] : paths)
        if let project, let path { files += try PluginKeys.files(of: project, at: path, declaring: key) }
        let progress = ProgressLine(total: files.count)
        let request = FlagRetirement.Request(
            key: key, value: value, kind: schema?.kind,
            readers: project?.codeReaders ?? [])
        let retirement = try FlagRetirement(files.map(\.withShortPath), request) { progress.show($0) }
        progress.clear()
        do throws(IncorrectValue) {
            try schema?.check(value)
        } catch {
            let used = schema?.defaultText.map { "; the app uses its default, \(Quotation.of($0))" } ?? ""
            throw MessageError(
                "invalid --value \(Quotation.of(value)) for \(key): expected \(error.expected)\(used)",
                advice: "use a value that the key can have")
        }
        var changes = retirement.changes
        if retirement.isComplete, let path, let project, project.keys.contains(where: { $0.name == key }) {
            changes.append(try Self.drop(key, from: path))
            for experiment in project.experiments where experiment.key == key && !json {
                Output.say("the experiment \(Quotation.of(experiment.name)) goes with the key")
            }
        }
        guard retirement.isFound || !changes.isEmpty else { throw try unknownKey(files, project) }
        let left = retirement.left + PropertyListMentions.places(of: key, in: paths.isEmpty ? ["."] : paths)
        let digest = RetirementFiles.digest(of: changes)
        let isExpected = expect == nil || expect == digest
        if isExpected, !changes.isEmpty { try check(changes, files, project) }
        if write, isExpected { try RetirementFiles.write(changes) }
        let isWritten = write && isExpected
        if json {
            printDocument(changes, left, retirement.texts, digest, isWritten: isWritten)
        } else {
            printDiff(changes, left, retirement.texts, isWritten: isWritten)
        }
        guard isExpected else {
            throw MessageError(
                "the change is not the expected one, and nothing was written",
                advice: "look at the new change first")
        }
        if !left.isEmpty { throw Output.findings }
    }

    /// Runs the commands that show whether the change is right.
    private func check(_ changes: [FlagRetirement.Change], _ files: [SourceFile], _ project: Project?) throws
    {
        let verification = Verification()
        var checks: [Verification.Check] = []
        if typecheck {
            checks += verification.typeChecks(of: changes, among: files.map(\.withShortPath.path))
        }
        let own = write && !noVerify ? project?.codeCheck : nil
        if let command = verify ?? own { checks.append(.init(command: command, title: "`\(command)`")) }
        try verification.check(changes, with: checks)
    }

    /// Returns the change to the project file without the key.
    private static func drop(_ key: String, from path: String) throws -> FlagRetirement.Change {
        let bytes = try FileBytes.read(path)
        guard let text = String(validUTF8: bytes) else {
            throw FileProblem(
                path: path, message: "is not UTF-8 text", advice: "save it as UTF-8 and try again")
        }
        do throws(ProjectEditProblem) {
            let after = try ProjectText(text).applying(.retire(key))
            return FlagRetirement.Change(path: path.shortPath, before: bytes, after: Array(after.utf8))
        } catch {
            var problem = error
            problem.file = path
            throw problem
        }
    }

    private func unknownKey(_ files: [SourceFile], _ project: Project?) throws -> any Error {
        let names = SourceReferences(files, of: []).declaredNames + (project?.keys ?? []).map(\.name)
        let near = SpellingSuggestion.nearest(to: key, in: names)
        let count = "\(files.count) Swift file\(files.count == 1 ? "" : "s")"
        return MessageError("no key \"\(key)\" found in \(count)", advice: near.map { "did you mean \($0)?" })
    }

    private func printDiff(
        _ changes: [FlagRetirement.Change], _ left: [FlagRetirement.LeftPlace],
        _ texts: [FlagRetirement.LeftPlace],
        isWritten: Bool
    ) {
        for change in changes { FileHandle.standardOutput.write(Data(change.diff.utf8)) }
        for place in left { Output.say("\(isWritten ? place.after : place.place): \(place.reason)") }
        for place in texts { Output.say("note: \(isWritten ? place.after : place.place): \(place.reason)") }
        let count = "\(changes.count) file\(changes.count == 1 ? "" : "s")"
        let places = left.isEmpty ? "" : "; \(left.count) place\(left.count == 1 ? " is" : "s are") left"
        if isWritten {
            Output.say("changed \(count)\(places)")
        } else if changes.isEmpty {
            Output.say("nothing can be changed\(places)")
        } else {
            Output.say("\(count) would change\(places); --write writes the change")
        }
    }

    private func printDocument(
        _ changes: [FlagRetirement.Change], _ left: [FlagRetirement.LeftPlace],
        _ texts: [FlagRetirement.LeftPlace],
        _ digest: String, isWritten: Bool
    ) {
        func places(_ list: [FlagRetirement.LeftPlace]) -> JSONValue {
            .array(
                list.map { left in
                    let place = isWritten ? left.after : left.place
                    return [
                        "path": .string(place.path), "line": .number(String(place.line)),
                        "column": .number(String(place.column)), "reason": .string(left.reason),
                    ]
                })
        }
        let document: JSONValue = [
            "schema": .number("1"), "key": .string(key), "value": .string(value), "written": .bool(isWritten),
            "digest": .string(digest),
            "files": .array(changes.map { ["path": .string($0.path), "diff": .string($0.diff)] }),
            "left": places(left), "texts": places(texts),
        ]
        print(document.prettyText)
    }
}

/// The property lists of defaults that have a key.
enum PropertyListMentions {
    /// Returns the places that give a key a default.
    static func places(of key: String, in folders: [String]) -> [FlagRetirement.LeftPlace] {
        folders.flatMap { folder -> [FlagRetirement.LeftPlace] in
            let names = FileManager.default.enumerator(atPath: folder) ?? FileManager.DirectoryEnumerator()
            var places: [FlagRetirement.LeftPlace] = []
            for case let name as String in names {
                if PathText.name(of: name).hasScalarPrefix(".") {
                    names.skipDescendants()
                } else if name.hasSuffix(".plist") {
                    let path = folder == "." ? name : PathText.join(folder, name)
                    places += lines(of: key, in: path)
                }
            }
            return places.sorted()
        }
    }

    private static func lines(of key: String, in path: String) -> [FlagRetirement.LeftPlace] {
        guard let bytes = try? FileBytes.read(path), let text = String(validUTF8: bytes) else {
            return []
        }
        let mark = "<key>\(key)</key>"
        return text.lines.enumerated().compactMap { index, line in
            guard let range = line.range(of: mark) else { return nil }
            let column = line[..<range.lowerBound].utf8.count + 1
            let place = SourcePlace(path: path, line: index + 1, column: column)
            return FlagRetirement.LeftPlace(
                place: place, after: place, reason: "the key has a default in this property list")
        }
    }
}

/// Writes changed files, all of them or none.
enum RetirementFiles {
    /// Returns a digest that identifies a change of files.
    static func digest(of changes: [FlagRetirement.Change]) -> String {
        var sum = SHA256Sum()
        for change in changes {
            // Include the lengths, so that different changes never have the same bytes.
            for part in [Array(change.path.utf8), change.before, change.after] {
                sum.add("\(part.count):")
                sum.add(part)
            }
        }
        return Hexadecimal.text(sum.bytes)
    }

    static func write(_ changes: [FlagRetirement.Change]) throws(FileProblem) {
        for change in changes where try FileBytes.readIfPresent(change.path) != change.before {
            throw changed(change.path)
        }
        var written: [FlagRetirement.Change] = []
        do throws(FileProblem) {
            for change in changes {
                guard
                    try change.after.isEmpty
                        ? remove(change)
                        : AtomicFile.replace(change.before, with: change.after, at: change.path)
                else {
                    throw changed(change.path)
                }
                written.append(change)
            }
        } catch {
            for change in written {
                let after = change.after.isEmpty ? nil : change.after
                _ = try? AtomicFile.replace(after, with: change.before, at: change.path)
            }
            throw error
        }
    }

    /// Removes a file without remaining content.
    ///
    /// - Returns: whether the file still had the content that the change expects.
    private static func remove(_ change: FlagRetirement.Change) throws(FileProblem) -> Bool {
        guard try FileBytes.readIfPresent(change.path) == change.before else { return false }
        do {
            try FileManager.default.removeItem(atPath: change.path)
        } catch {
            throw FileProblem(path: change.path, message: "cannot be removed: \(error.localizedDescription)")
        }
        return true
    }

    private static func changed(_ path: String) -> FileProblem {
        FileProblem(
            path: path, message: "was changed by another program", advice: "try again; no file was changed")
    }
}

extension FlagRetirement.Change {
    /// The change in the format of `git diff`.
    var diff: String {
        let (old, new) = (String(decoding: before, as: UTF8.self), String(decoding: after, as: UTF8.self))
        guard !new.isEmpty else {
            return LineDifference(old.withoutLastLineEnd, nil).unified("a/" + path, "/dev/null")
        }
        let text = LineDifference(old.withoutLastLineEnd, new.withoutLastLineEnd).unified(
            "a/" + path, "b/" + path)
        return Self.marked(text, old: old, new: new)
    }

    /// Adds the notes about a missing line end after the last line, without which `patch` would refuse the change.
    private static func marked(_ diff: String, old: String, new: String) -> String {
        let (oldEnds, newEnds) = (old.hasScalarSuffix("\n"), new.hasScalarSuffix("\n"))
        guard !oldEnds || !newEnds else { return diff }
        var lines = diff.lines.dropLast().map(String.init)
        guard let last = lines.indices.last else { return diff }
        func mark(_ sign: String, _ text: String, _ ends: Bool) {
            guard !ends, let line = lines.indices.last(where: { lines[$0].hasPrefix(sign) }),
                lines[line].dropFirst() == text.lines.last ?? "",
                line == last || lines[line + 1].unicodeScalars.first == "+"
            else { return }
            lines[line] += "\n\\ No newline at end of file"
        }
        if lines[last].unicodeScalars.first == " " {
            mark(" ", old, oldEnds)
        } else {
            mark("+", new, newEnds)
            mark("-", old, oldEnds)
        }
        return lines.joined(separator: "\n") + "\n"
    }
}

extension SourceFile {
    /// The file with a path suitable for a diff.
    fileprivate var withShortPath: SourceFile {
        SourceFile(path: path.shortPath, text: text, origin: origin)
    }
}

extension String {
    /// The path as `git apply` expects it: relative to the current folder, if it is below that.
    fileprivate var shortPath: String {
        let here = FileManager.default.currentDirectoryPath + "/"
        if hasScalarPrefix(here) { return String(dropFirst(here.count)) }
        return hasScalarPrefix("./") ? String(dropFirst(2)) : self
    }
}
