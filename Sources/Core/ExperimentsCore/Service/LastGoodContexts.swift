import Dispatch
import ExperimentsLocks
import Foundation

/// The last good values for the most recent contexts, for a source whose server decides for each.
///
/// Contexts are personal data, so only their digests are stored with the values.
final class LastGoodContexts: Sendable {
    private struct Entry {
        let values: JSONValue
        let fetchedAt: Date
        /// The number of the last use. Later ones have higher numbers.
        var use: Int
    }

    private struct State {
        var entries: [String: Entry]?
        var uses = 0
        var isWaiting = false
    }

    /// The maximum number of stored contexts.
    static let limit = 100
    /// The time, in seconds, in which changes are collected before they are written.
    private static let gathering = 1.0

    private let file: SourceCopyFile
    private let queue = DispatchQueue(label: "experiments.contexts", qos: .utility)
    private let report: @Sendable (FileProblem) -> Void
    private let state = Mutex(State())

    /// - Parameter report: called with each problem of the file.
    init(_ file: SourceCopyFile, report: @escaping @Sendable (FileProblem) -> Void) {
        self.file = file
        self.report = report
    }

    /// Stores the values of a context, soon.
    func keep(_ snapshot: Snapshot, for context: SourcePersona) {
        guard let fetchedAt = snapshot.fetchedAt else { return }
        let isFirst = state.withLock { state in
            var entries = entries(&state)
            state.uses += 1
            entries[context.digest] = Entry(values: snapshot.copied, fetchedAt: fetchedAt, use: state.uses)
            if entries.count > Self.limit, let oldest = entries.min(by: { $0.value.use < $1.value.use }) {
                entries[oldest.key] = nil
            }
            state.entries = entries
            defer { state.isWaiting = true }
            return !state.isWaiting
        }
        if isFirst { queue.asyncAfter(deadline: .now() + Self.gathering) { self.write() } }
    }

    /// Returns the stored values for a context; nil if there are none.
    func snapshot(for context: SourcePersona) -> Snapshot? {
        state.withLock { state in
            entries(&state)[context.digest].flatMap {
                Snapshot(copied: $0.values, version: nil, fetchedAt: $0.fetchedAt)
            }
        }
    }

    /// Writes all pending changes.
    func finish() { queue.sync { write() } }

    /// Returns the entries, which are read from the file at first.
    private func entries(_ state: inout State) -> [String: Entry] {
        if let entries = state.entries { return entries }
        var entries: [String: Entry] = [:]
        do throws(FileProblem) {
            let content = try file.read(for: nil)?.content
            for stored in content.flatMap({ try? JSONValue(parsing: $0).array }) ?? [] {
                guard let object = stored.object, let context = object["context"]?.string,
                    let fetchedAt = object["fetchedAt"]?.string.flatMap(RFC3339.date(from:)),
                    let values = object["values"]
                else { continue }
                state.uses += 1
                entries[context] = Entry(values: values, fetchedAt: fetchedAt, use: state.uses)
            }
        } catch {
            report(error)
        }
        state.entries = entries
        return entries
    }

    private func write() {
        let entries = state.withLock { state in
            defer { state.isWaiting = false }
            return state.isWaiting ? state.entries : nil
        }
        guard let entries, let newest = entries.values.map(\.fetchedAt).max() else { return }
        let stored = entries.sorted { $0.value.use < $1.value.use }.map { context, entry -> JSONValue in
            [
                "context": .string(context), "fetchedAt": .string(RFC3339.shortestText(of: entry.fetchedAt)),
                "values": entry.values,
            ]
        }
        do throws(FileProblem) {
            try file.write(
                SourceCopy(content: JSONValue.array(stored).densestBytes, fetchedAt: newest), for: nil)
        } catch {
            report(error)
        }
    }
}
