import Dispatch
import ExperimentsCore
import ExperimentsOperator
import ExperimentsSupport
import Foundation
import Locks

/// Searches an app's sources for the places where they refer to a key, with `experiments-code`.
struct KeyReferenceSearch: Sendable {
    /// The folder of the project, in whose `Sources` it looks, or in all of it.
    let folder: String
    /// The time limit. An app of a million lines takes a few seconds.
    var patience: Duration = .seconds(60)

    /// Where sources are about a key. Takes as long as reading them; to be called in the background.
    func references(of name: String) throws(KeyReferencesFailure) -> KeyReferences {
        let path: String
        do throws(CommandProblem) {
            path = try CodeTool.path()
        } catch {
            throw KeyReferencesFailure(error.message, advice: error.advice)
        }
        let hasSources = access(PathText.join(folder, "Sources"), F_OK) == 0
        let arguments = ["scan", "--references", "--json", "--key", name, hasSources ? "Sources" : "."]
        let (status, output, errors) = try run(path, arguments)
        if let references = KeyReference.references(parsing: output) {
            return KeyReferences(folder: folder, references: references)
        }
        let reason = errors.split(scalar: "\n").last.map(String.init) ?? "it exited with \(status)"
        throw KeyReferencesFailure("\(CodeTool.name) could not read the sources: \(reason)")
    }

    private func run(
        _ path: String, _ arguments: [String]
    ) throws(KeyReferencesFailure) -> (status: Int32, output: [UInt8], errors: String) {
        let process = Process()
        let (output, errors) = (Pipe(), Pipe())
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        process.currentDirectoryURL = URL(fileURLWithPath: folder)
        process.standardInput = FileHandle.nullDevice
        (process.standardOutput, process.standardError) = (output, errors)
        do {
            try process.run()
        } catch {
            throw KeyReferencesFailure("\(path) could not be started: \(error.localizedDescription)")
        }
        // Both are read at the same time, because a program that fills a pipe without a reader would wait for ever.
        let (told, found) = (Reading(errors.fileHandleForReading), Reading(output.fileHandleForReading))
        let end = DispatchTime.now() + patience.inSeconds
        guard let bytes = found.data(until: end), let words = told.data(until: end) else {
            // The program may hang in a state in which it cannot be ended, so its end is not waited for either.
            kill(process.processIdentifier, SIGKILL)
            throw KeyReferencesFailure(
                "\(CodeTool.name) did not finish within \(DurationText.text(of: patience))",
                advice: "run `\(CodeTool.name) \(arguments.joined(separator: " "))` in \(folder) to see why")
        }
        process.waitUntilExit()
        return (process.terminationStatus, [UInt8](bytes), String(decoding: words, as: UTF8.self))
    }

    /// Reads the output of a program on a thread of its own.
    private final class Reading: Sendable {
        private let data = Mutex(Data())
        private let group = DispatchGroup()

        init(_ handle: FileHandle) {
            DispatchQueue.global().async(group: group) {
                let read = handle.readDataToEndOfFile()
                self.data.withLock { $0 = read }
            }
        }

        /// All of it; nil if it has not ended until a time.
        func data(until end: DispatchTime) -> Data? {
            group.wait(timeout: end) == .success ? data.withLock(\.self) : nil
        }
    }
}
