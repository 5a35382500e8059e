import ExperimentsCore
import ExperimentsFlagRetirement
import ExperimentsSupport
import Foundation

/// Runs a team's own command on a copy of the project, before and after a change, so that a change that breaks the code
/// is found before it is written.
struct Verification {
    /// The folder to copy.
    let root: String
    /// The folder in which the command runs, relative to the root; empty for the root.
    let folder: String
    /// The command, as a shell runs it.
    let command: String

    /// The folders that a copy does not need: a build makes its own.
    private static let skipped: Set<String> = [".build", ".git", ".swiftpm", "DerivedData", "node_modules"]

    /// - Parameter here: the folder in which the command runs.
    init(_ command: String, here: String = FileManager.default.currentDirectoryPath) {
        self.command = command
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

    /// Throws an error unless the command succeeds before the change and after it.
    func check(_ changes: [FlagRetirement.Change]) throws {
        let copy = try copied()
        defer { try? FileManager.default.removeItem(atPath: copy) }
        let place = folder.isEmpty ? copy : PathText.join(copy, folder)
        Output.say("running `\(command)` on a copy, without the change")
        let before = try Self.run(command, in: place)
        guard before.status == 0 else {
            throw MessageError(
                "`\(command)` fails without the change, too (status \(before.status)), so it proves nothing",
                advice: Self.advice(before, "make it succeed first"))
        }
        for change in changes { try write(change, to: place) }
        Output.say("running `\(command)` on a copy, with the change")
        let after = try Self.run(command, in: place)
        guard after.status == 0 else {
            throw MessageError(
                "`\(command)` fails with the change (status \(after.status)), so nothing was written",
                advice: Self.advice(after, "leave out the place by hand first"))
        }
    }

    private static func advice(_ result: Result, _ words: String) -> String {
        let lines = result.output.lines.suffix(12).joined(separator: "\n")
        return lines.isEmpty ? words : "\(words); its output ends with\n\(lines)"
    }

    // MARK: - The copy

    private func copied() throws -> String {
        let target = FileManager.default.temporaryDirectory.appending(path: "experiments-retire-\(UUID().uuidString)")
            .path
        do {
            try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: true)
            for name in try FileManager.default.contentsOfDirectory(atPath: root) where !Self.skipped.contains(name) {
                try FileManager.default.copyItem(
                    atPath: PathText.join(root, name), toPath: PathText.join(target, name))
            }
        } catch {
            throw MessageError("the project could not be copied to \(target): \(error.localizedDescription)")
        }
        return target
    }

    /// Writes a changed file into the copy.
    private func write(_ change: FlagRetirement.Change, to place: String) throws {
        guard !change.path.hasScalarPrefix("/"), !change.path.hasScalarPrefix("..") else {
            throw MessageError(
                "\(change.path) is outside of the folder that is copied",
                advice: "run the command in a folder above all sources")
        }
        let path = PathText.join(place, change.path)
        guard !change.after.isEmpty else { return try FileManager.default.removeItem(atPath: path) }
        try Data(change.after).write(to: URL(fileURLWithPath: path))
    }

    // MARK: - The command

    struct Result {
        let status: Int32
        let output: String
    }

    private static func run(_ command: String, in folder: String) throws -> Result {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", command]
        process.currentDirectoryURL = URL(fileURLWithPath: folder)
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = pipe
        process.standardError = pipe
        do {
            try process.run()
        } catch {
            throw MessageError("/bin/sh could not be started: \(error.localizedDescription)")
        }
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return Result(status: process.terminationStatus, output: String(decoding: data, as: UTF8.self))
    }
}

/// The command that type-checks a list of files, which takes seconds.
enum TypeCheck {
    /// Returns the command for some files; each folder below `Sources` or `Tests` is a module of its own.
    static func command(for paths: [String]) -> String {
        var modules: [String: [String]] = [:]
        for path in paths { modules[module(of: path), default: []].append(path) }
        let options = "-typecheck -parse-as-library -suppress-warnings -swift-version 5 -I .build/debug/Modules"
        return modules.sorted { $0.key < $1.key }.map { name, files in
            let list = files.sorted().map(quoted).joined(separator: " ")
            return "swiftc \(options) -module-name \(name) \(list)"
        }.joined(separator: " && ")
    }

    private static func module(of path: String) -> String {
        let parts = path.split(scalar: "/").map(String.init)
        guard let index = parts.firstIndex(where: { ["Sources", "Tests"].contains($0) }), parts.count > index + 2 else {
            return "App"
        }
        return String(parts[index + 1].map { $0.isLetter || $0.isNumber ? $0 : "_" })
    }

    private static func quoted(_ path: String) -> String { "'" + path.replacing("'", with: "'\\''") + "'" }
}
