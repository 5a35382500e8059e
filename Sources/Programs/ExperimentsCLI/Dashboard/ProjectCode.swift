import Dispatch
import ExperimentsLocks
import ExperimentsOperator
import ExperimentsSupport
import Foundation

/// The app's source code next to a project file, which `experiments-code` reads and changes. The functions wait for
/// that program, so call them in the background.
struct ProjectCode: Sendable {
    /// The project file.
    let file: String
    /// The time limit. An app of a million lines takes a few seconds.
    var patience: Duration = .seconds(120)
    /// The time limit for a change that the project's own command checks first, which may build the app twice.
    var buildPatience: Duration = .seconds(3600)

    private var folder: String { PathText.folder(of: file) }

    /// Returns the places in the folder `Sources` of the project, or in all of it, that are about a key.
    func references(of name: String) throws(MessageError) -> KeyReferences {
        let hasSources = access(PathText.join(folder, "Sources"), F_OK) == 0
        let folder = hasSources ? "Sources" : "."
        let (output, reason) = try run(
            ["scan", "--references", "--json", "--key", name, folder], within: patience)
        if let references = KeyReference.references(parsing: output) {
            return KeyReferences(folder: self.folder, references: references)
        }
        throw MessageError(
            "\(CodeTool.name) could not read the code: \(reason.message)", advice: reason.advice)
    }

    /// Computes the change that removes a key, and writes it if it has the given digest.
    func retirement(of name: String, value: String, digest: String?) throws(MessageError) -> KeyRetirement {
        var words = ["retire", "--json", "--value=" + value, "--config", file]
        if let digest { words += ["--write", "--expect", digest] }
        // A name that begins with a hyphen is not an option.
        let (output, reason) = try run(
            words + ["--", name], within: digest == nil ? patience : buildPatience)
        guard let retirement = KeyRetirement(parsing: output) else { throw reason }
        return retirement
    }

    /// - Returns: the standard output of the program, and its standard error in case the output is not usable.
    private func run(
        _ arguments: [String], within patience: Duration
    ) throws(MessageError) -> (output: [UInt8], reason: MessageError) {
        let path: String
        do throws(CommandProblem) {
            path = try CodeTool.path()
        } catch {
            throw MessageError(error.message, advice: error.advice)
        }
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
            throw MessageError("\(path) could not be started: \(error.localizedDescription)")
        }
        // Read both at the same time, because a program that fills a pipe without a reader would wait forever.
        let (told, found) = (Reading(errors.fileHandleForReading), Reading(output.fileHandleForReading))
        let end = DispatchTime.now() + patience.inSeconds
        guard let bytes = found.data(until: end), let words = told.data(until: end) else {
            // The program may be impossible to end, so do not wait for its end either.
            kill(process.processIdentifier, SIGKILL)
            throw MessageError(
                "\(CodeTool.name) did not finish within \(DurationText.text(of: patience))",
                advice: "run `\(CodeTool.name) \(arguments.joined(separator: " "))` in \(folder) to see why")
        }
        process.waitUntilExit()
        let error = MessageError(printed: String(decoding: words, as: UTF8.self), process.terminationStatus)
        return ([UInt8](bytes), error)
    }

    /// Reads the output of a program on a separate thread.
    private final class Reading: Sendable {
        private let data = Mutex(Data())
        private let group = DispatchGroup()

        init(_ handle: FileHandle) {
            DispatchQueue.global().async(group: group) {
                let read = handle.readDataToEndOfFile()
                self.data.withLock { $0 = read }
            }
        }

        /// Returns all of the output; nil if it has not ended at a time.
        func data(until end: DispatchTime) -> Data? {
            group.wait(timeout: end) == .success ? data.withLock(\.self) : nil
        }
    }
}

extension MessageError {
    /// Reads an error as programs print it: `error: `, the problem, and the advice on further lines. Lines before that
    /// are about single places.
    fileprivate init(printed text: String, _ status: Int32) {
        let lines = text.split(scalar: "\n").map(String.init)
        let label = "error: "
        guard let first = lines.lastIndex(where: { $0.hasScalarPrefix(label) }) else {
            self.init(lines.last ?? "\(CodeTool.name) exited with \(status)")
            return
        }
        let advice = lines[(first + 1)...].joined(separator: " ")
        self.init(String(lines[first].dropFirst(label.count)), advice: advice.isEmpty ? nil : advice)
    }
}
