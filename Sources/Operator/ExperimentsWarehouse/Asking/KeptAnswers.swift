import ExperimentsDigests
import ExperimentsLocks
import ExperimentsSupport
import Foundation

/// The latest answer of a warehouse for each experiment, in files beside the project. An answer is only used as a whole:
/// a user of an earlier day may be seen in another group on any day, and a new percentile changes every sum.
package final class KeptAnswers: Sendable {
    /// A complete answer.
    struct Answer: Sendable {
        /// The statement that it answers, as a digest.
        let statement: String
        /// The time of the question.
        let askedAt: Date
        /// The time that the answer took, in seconds.
        let seconds: Double
        /// What the program printed.
        let output: [UInt8]
        /// What the engine read, if the program said it.
        var reading: String?
    }

    private static let sizeLimit = 256 << 20

    private let folder: String?
    private let known = Mutex<[String: Answer]>([:])
    private let oldest = Mutex(Date.distantPast)

    /// - Parameter folder: the folder of the files, which is created when needed; nil to keep answers in memory only.
    package init(in folder: String?) { self.folder = folder }

    /// Returns the answer to a statement; nil if there is none, if it is out of date, or if the file cannot be read.
    func answer(of experiment: String, to statement: String) -> Answer? {
        let known = known.withLock { $0[experiment] } ?? read(experiment)
        guard let known, known.statement == statement else { return nil }
        return known.askedAt >= oldest.withLock { $0 } ? known : nil
    }

    /// Makes the answers from before a time out of date.
    func retire(before date: Date) { oldest.withLock { $0 = max($0, date) } }

    /// Keeps an answer in place of the previous one of its experiment. If the file cannot be written, the answer is kept
    /// in memory.
    func keep(_ answer: Answer, of experiment: String) {
        known.withLock { $0[experiment] = answer }
        guard let path = path(of: experiment) else { return }
        let document = JSONObject(present: [
            "version": 1, "experiment": .string(experiment), "statement": .string(answer.statement),
            "at": .string(RFC3339.text(of: answer.askedAt, milliseconds: true)),
            "seconds": .number("\(answer.seconds)"), "reading": answer.reading.map { .string($0) },
            "output": .string(String(decoding: answer.output, as: UTF8.self)),
        ])
        try? Self.write(JSONValue.object(document).prettyBytes, to: path)
    }

    private static func write(_ bytes: [UInt8], to path: String) throws {
        let folder = PathText.folder(of: path)
        try Folders.make(folder, for: path, .ownerOnly)
        // Answers are not for a repository.
        let hidden = PathText.join(folder, ".gitignore")
        if FileStatus(of: hidden) == nil { try AtomicFile.write(Array("*\n".utf8), to: hidden) }
        try AtomicFile.write(bytes, to: path)
    }

    private func read(_ experiment: String) -> Answer? {
        guard let path = path(of: experiment), let bytes = try? FileBytes.read(path, limit: Self.sizeLimit),
            let document = try? JSONValue(parsing: bytes).object, document["version"] == 1,
            let name = document["experiment"]?.string, name.isExactly(experiment),
            let statement = document["statement"]?.string,
            let askedAt = document["at"]?.string.flatMap({ RFC3339.date(from: $0) }),
            let output = document["output"]?.string
        else { return nil }
        let seconds = document["seconds"]?.double ?? 0
        var answer = Answer(
            statement: statement, askedAt: askedAt, seconds: seconds, output: Array(output.utf8))
        answer.reading = document["reading"]?.string
        known.withLock { $0[experiment] = answer }
        return answer
    }

    private func path(of experiment: String) -> String? {
        let digest = Hexadecimal.text(SHA256Sum.of(experiment).prefix(16))
        return folder.map { PathText.join($0, digest + ".json") }
    }
}
