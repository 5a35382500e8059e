import ExperimentsCore
import ExperimentsMCP
import ExperimentsOperator
import ExperimentsProject
import ExperimentsSupport
import Foundation

/// The changes that assistants made, except those to overrides, which have a journal of their own: a line of JSON for
/// each, `{"at", "client", "text"}`.
struct AssistantJournal: Sendable {
    /// The largest journal that is read, and its size beyond which older changes are removed, in bytes.
    private static let readLimit = 4 << 20
    private static let sizeLimit = 1 << 20

    private let path: String

    /// - Parameter project: the absolute path of the project file.
    init(of project: String) {
        path = Environment.stateFolder + "/assistants/" + PathText.stateName(of: project) + ".jsonl"
    }

    /// Adds a change.
    ///
    /// - Throws: `FileProblem` if it cannot be stored.
    func add(_ text: String, by client: String, at now: Date = Date()) throws {
        let line: JSONValue = [
            "at": .string(RFC3339.text(of: now)), "client": .string(client), "text": .string(text),
        ]
        try FileLock.whileHeld(guarding: path, patience: .seconds(2)) {
            var bytes = try FileBytes.readIfPresent(path, limit: Self.readLimit) ?? []
            if bytes.count > Self.sizeLimit {
                let rest = bytes.suffix(Self.sizeLimit / 2)
                bytes = Array(rest.drop { $0 != UInt8(ascii: "\n") }.dropFirst())
            }
            try AtomicFile.write(
                bytes + line.compactBytes + [UInt8(ascii: "\n")], to: path, permissions: .ownerOnly)
        }
    }

    /// Returns the changes, oldest first. Lines that are not changes are skipped.
    ///
    /// - Throws: `FileProblem` if they cannot be read.
    func entries() throws(FileProblem) -> [LogEntry] {
        let bytes = try FileBytes.readIfPresent(path, limit: Self.readLimit) ?? []
        return bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
            guard let object = (try? JSONValue(parsing: Array(line)))?.object,
                let date = object["at"]?.string.flatMap(RFC3339.date(from:)),
                let client = object["client"]?.string,
                let text = object["text"]?.string
            else { return nil }
            return LogEntry(.message, text, .info, at: date, program: "experiments mcp for \(client)")
        }
    }
}

extension ToolCommand {
    /// What the log says after the command; nil if it changed nothing, or keeps a journal itself.
    func loggedText(after ended: CommandOutput) -> String? {
        let name = words.drop { $0 != "--" }.dropFirst().first.map { Quotation.of($0) } ?? ""
        let change: String
        switch words.prefix(2).joined(separator: " ") {
        case "template set": change = "edited \(name) in the draft"
        case "template publish": change = "published the draft"
        case "declare --yes": change = "declared \(name)"
        case _ where words.contains("--write"): change = "removed \(name) from the code"
        default: return nil
        }
        if ended.leavesOutcomeUnknown { return "perhaps \(change): the outcome is not known" }
        let isRefused = (try? JSONValue(parsing: ended.output))?.object.map { $0["error"] != nil } ?? true
        return isRefused ? nil : change
    }
}
