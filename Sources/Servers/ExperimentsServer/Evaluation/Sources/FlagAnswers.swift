import ExperimentsCore
import ExperimentsLocks
import Foundation

/// The results for every flag at one moment and for one context. The object is immutable; bodies are created when they
/// are first needed.
final class FlagAnswers: Sendable {
    /// The resolved keys.
    private let report: Report
    private let decisions: ExactDictionary<ContextDecision>
    private let names: ExactDictionary<Int>
    private let servesUndeclared: Bool
    private let groups: ExactDictionary<String>
    /// The reason why there are no values, in a sentence; nil for the usual reason.
    private let problem: String?
    private let made = BargingMutex(Made())

    /// The answers that were created so far.
    private struct Made {
        var array: [UInt8]?
        var tag: EntityTag?
        /// Bodies and their tags, by their other content.
        var bodies: [Surroundings: (body: [UInt8], tag: EntityTag)] = [:]
    }

    private struct Surroundings: Hashable {
        let streamURI: String?
        let staleSince: Date?
    }

    /// - Parameters:
    ///   - decisions: the source's decisions by name, for values that are not the same for all users.
    ///   - servesUndeclared: whether names of the source that no key declares are flags, too.
    ///   - problem: why there are no values, in a sentence; nil if there are, or before the first fetch.
    init(
        _ report: Report, decisions: ExactDictionary<ContextDecision> = [:], names: ExactDictionary<Int>,
        servesUndeclared: Bool, problem: String? = nil
    ) {
        self.report = report
        self.decisions = decisions
        self.names = names
        self.problem = problem
        self.servesUndeclared = servesUndeclared
        let pairs = report.snapshot.experiments.flatMap { experiment in
            experiment.keys.map { ($0, experiment.variant) }
        }
        groups = ExactDictionary(pairs) { first, _ in first }
    }

    /// The time at which an override ends by itself, so that the answers change; nil for never.
    var validUntil: Date? { report.validUntil }

    /// The reason why the list of all flags is not known, in a sentence; nil if it is known.
    var failure: String? { report.snapshot.fetchedAt == nil ? problem ?? FlagEvaluation.notFetched : nil }

    /// The report that the results come from.
    var source: Report { report }

    /// Returns the evaluation of one flag.
    func evaluation(of key: String) -> FlagEvaluation {
        if let index = names[key] { return evaluation(report.rows[index]) }
        guard servesUndeclared,
            let row = report.rows[report.declaredCount...].first(where: { $0.name.isExactly(key) })
        else {
            return .notFound(key)
        }
        return evaluation(row)
    }

    /// The evaluations of all flags, in the order of declaration, as a JSON array.
    var array: [UInt8] {
        if let bytes = made.withLock({ $0.array }) { return bytes }
        let rows = servesUndeclared ? report.rows[...] : report.rows.prefix(report.declaredCount)
        var bytes = [UInt8(ascii: "[")]
        for (index, row) in rows.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes += evaluation(row).json.compactBytes
        }
        bytes.append(UInt8(ascii: "]"))
        made.withLock { $0.array = bytes }
        return bytes
    }

    /// Returns a digest of all answers.
    ///
    /// - Parameter changes: the number of changes to the source that may affect other users; nil if all users get the
    ///   same values. With a number, the digest also changes with the source's content.
    func tag(others changes: Int?) -> EntityTag {
        if let tag = made.withLock({ $0.tag }) { return tag }
        var bytes = array
        if let changes {
            bytes += Array("\(report.snapshot.version ?? "") \(report.snapshot.etag ?? "") \(changes)".utf8)
        }
        let tag = EntityTag(of: bytes)
        made.withLock { $0.tag = tag }
        return tag
    }

    /// The body of an answer about all flags, and its tag.
    ///
    /// - Parameters:
    ///   - streamURI: the address of the stream of changes; nil to leave it out.
    ///   - staleSince: the time since which the source cannot be reached; nil if it can.
    func body(streamURI: String?, staleSince: Date? = nil) -> (body: [UInt8], tag: EntityTag) {
        let surroundings = Surroundings(streamURI: streamURI, staleSince: staleSince)
        if let found = made.withLock({ $0.bodies[surroundings] }) { return found }
        var body = Array(#"{"flags":"#.utf8) + array
        if let streamURI {
            let streams: JSONValue = [["type": "sse", "endpoint": ["requestUri": .string(streamURI)]]]
            body += Array(#","eventStreams":"#.utf8) + streams.compactBytes
        }
        if let staleSince {
            let metadata: JSONValue = ["staleSince": .string(RFC3339.text(of: staleSince))]
            body += Array(#","metadata":"#.utf8) + metadata.compactBytes
        }
        body.append(UInt8(ascii: "}"))
        let found = (body: body, tag: EntityTag(of: body))
        made.withLock { $0.bodies[surroundings] = found }
        return found
    }

    private func evaluation(_ row: ReportRow) -> FlagEvaluation {
        FlagEvaluation(row, decisions[row.name] ?? .everybody, group: groups[row.name], failure: failure)
    }

    /// The rows of declared keys in reports, by name.
    static func rows(of keys: [CatalogKey]) -> ExactDictionary<Int> {
        ExactDictionary(keys.enumerated().map { ($1.name, $0) }) { first, _ in first }
    }
}
