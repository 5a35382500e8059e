import ExperimentsCore
import ExperimentsFlagRetirement
import ExperimentsSupport
import Foundation

/// Runs commands on a copy of the project, without and with a change, so that a change that breaks the code is found
/// before it is written.
struct Verification {
    /// A command that shows whether the code is right.
    struct Check {
        /// The command, as a shell runs it.
        let command: String
        /// The command with the change, if it is another one.
        var commandAfter: String?
        /// The name of the command in messages.
        let title: String
        /// Whether the others are enough if it fails without the change.
        var isOptional = false
    }

    /// The folder to copy.
    let root: String
    /// The folder in which the commands run, relative to the root; empty for the root.
    let folder: String

    /// The folders that a copy does not need: a build makes its own.
    private static let skipped: Set<String> = [".build", ".git", ".swiftpm", "DerivedData", "node_modules"]

    /// - Parameter here: the folder in which the commands run.
    init(here: String = FileManager.default.currentDirectoryPath) {
        root = Self.root(of: here)
        folder = here == root ? "" : String(here.dropFirst(root.count + 1))
    }

    /// The nearest folder around a place that is a package or a repository; the place itself if there is none.
    private static func root(of here: String) -> String {
        var path = here
        while path.count > 1 {
            let marks = ["Package.swift", ".git"]
            if marks.contains(where: { FileManager.default.fileExists(atPath: PathText.join(path, $0)) }) {
                return path
            }
            path = PathText.folder(of: path)
        }
        return here
    }

    /// Throws an error unless the commands succeed without the change and with it.
    func check(_ changes: [FlagRetirement.Change], with checks: [Check]) throws {
        guard !checks.isEmpty else { return }
        let copy = try copied()
        defer { try? FileManager.default.removeItem(atPath: copy) }
        let place = folder.isEmpty ? copy : PathText.join(copy, folder)
        var proving: [Check] = []
        for check in checks {
            Output.say("running \(check.title) on a copy, without the change")
            let before = try Self.run(check.command, in: place)
            if before.status == 0 {
                proving.append(check)
            } else if check.isOptional {
                let first =
                    before.output.lines.first { $0.contains("error: ") } ?? before.output.lines.first ?? ""
                Output.say("\(check.title) fails without the change, and is left out: \(first)")
            } else {
                throw MessageError(
                    "\(check.title) fails without the change, too (status \(before.status)), so it proves nothing",
                    advice: Self.advice(before, "make it succeed first"))
            }
        }
        guard !proving.isEmpty else {
            throw MessageError(
                "no module can be type-checked without the change, so nothing is proven",
                advice: "build the package first, or give a command with `--verify`")
        }
        for change in changes { try write(change, to: place, in: copy) }
        for check in proving {
            Output.say("running \(check.title) on a copy, with the change")
            let after = try Self.run(check.commandAfter ?? check.command, in: place)
            guard after.status == 0 else {
                throw MessageError(
                    "\(check.title) fails with the change (status \(after.status)), so nothing was written",
                    advice: Self.advice(after, "leave out the place by hand first"))
            }
        }
    }

    private static func advice(_ result: Result, _ words: String) -> String {
        let lines = result.output.lines.suffix(12).joined(separator: "\n")
        return lines.isEmpty ? words : "\(words); its output ends with\n\(lines)"
    }

    // MARK: - The copy

    private func copied() throws -> String {
        let target = FileManager.default.temporaryDirectory.appending(
            path: "experiments-retire-\(UUID().uuidString)"
        )
        .path
        do {
            try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: true)
            for name in try FileManager.default.contentsOfDirectory(atPath: root)
            where !Self.skipped.contains(name) {
                try FileManager.default.copyItem(
                    atPath: PathText.join(root, name), toPath: PathText.join(target, name))
            }
        } catch {
            throw MessageError("the project could not be copied to \(target): \(error.localizedDescription)")
        }
        return target
    }

    /// Writes a changed file into the copy.
    private func write(_ change: FlagRetirement.Change, to place: String, in copy: String) throws {
        guard !change.path.hasScalarPrefix("/"), !change.path.hasScalarPrefix("..") else {
            throw MessageError(
                "\(change.path) is outside of the folder that is copied",
                advice: "run the command in a folder above all sources")
        }
        let path = PathText.join(place, change.path)
        // A link in the copy may lead to a file of the project itself.
        guard Self.resolved(path).hasScalarPrefix(Self.resolved(copy) + "/") else {
            throw MessageError(
                "\(change.path) is a link to a file outside of the copy, so nothing was written",
                advice: "run the command in the folder of the file itself, or without a check")
        }
        guard !change.after.isEmpty else { return try FileManager.default.removeItem(atPath: path) }
        try Data(change.after).write(to: URL(fileURLWithPath: path))
    }

    private static func resolved(_ path: String) -> String {
        guard let found = realpath(path, nil) else { return path }
        defer { free(found) }
        return String(cString: found)
    }

    // MARK: - The command

    struct Result {
        let status: Int32
        let output: String
    }

    private static func run(_ command: String, in folder: String) throws -> Result {
        let process = Process()
        // A program that the command leaves behind would keep a pipe open.
        let path = FileManager.default.temporaryDirectory.appending(
            path: "experiments-verify-\(UUID().uuidString)"
        )
        .path
        guard FileManager.default.createFile(atPath: path, contents: nil),
            let output = FileHandle(forUpdatingAtPath: path)
        else {
            throw MessageError("\(path) could not be created", advice: "make room for it, or set TMPDIR")
        }
        defer { try? FileManager.default.removeItem(atPath: path) }
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", command]
        process.currentDirectoryURL = URL(fileURLWithPath: folder)
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = output
        do {
            try process.run()
        } catch {
            throw MessageError("/bin/sh could not be started: \(error.localizedDescription)")
        }
        process.waitUntilExit()
        let text = String(
            decoding: (try? Data(contentsOf: URL(fileURLWithPath: path))) ?? Data(), as: UTF8.self)
        return Result(status: process.terminationStatus, output: text)
    }
}

extension Verification {
    /// Returns a check for each module with a changed file, which takes seconds. Each folder below `Sources` or `Tests`
    /// is a module.
    ///
    /// The modules that they import are those of the last build.
    func typeChecks(of changes: [FlagRetirement.Change], among paths: [String]) -> [Check] {
        let modules = Dictionary(grouping: paths.sorted(), by: Self.module(of:))
        let changed = Set(changes.map(\.path).filter { $0.hasScalarSuffix(".swift") }.map(Self.module(of:)))
        let removed = Set(changes.filter(\.after.isEmpty).map(\.path))
        return changed.sorted().map { name in
            let files = modules[name] ?? []
            return Check(
                command: typeCheck(of: name, files),
                commandAfter: typeCheck(of: name, files.filter { !removed.contains($0) }),
                title: "the type-check of module \(name)", isOptional: true)
        }
    }

    private func typeCheck(of module: String, _ files: [String]) -> String {
        guard !files.isEmpty else { return "true" }
        let built = Self.quoted(PathText.join(root, ".build/debug/Modules"))
        // The code of `main.swift` runs by itself; swiftc takes a single file for such code, too.
        let isProgram = files.contains { PathText.name(of: $0) == "main.swift" }
        let options = "-typecheck -suppress-warnings -swift-version 5 -I \(built)"
        return "swiftc \(options)\(isProgram ? "" : " -parse-as-library") -module-name \(module) "
            + files.map(Self.quoted).joined(separator: " ")
    }

    private static func module(of path: String) -> String {
        let parts = path.split(scalar: "/").map(String.init)
        guard let index = parts.firstIndex(where: { ["Sources", "Tests"].contains($0) }),
            parts.count > index + 2
        else {
            return "App"
        }
        return String(parts[index + 1].map { $0.isLetter || $0.isNumber ? $0 : "_" })
    }

    private static func quoted(_ path: String) -> String { "'" + path.replacing("'", with: "'\\''") + "'" }
}
