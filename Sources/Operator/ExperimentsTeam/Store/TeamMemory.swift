import Dispatch
import ExperimentsCore
import ExperimentsSupport
import Foundation
import Locks

/// Stores the last known overrides of a team in a file, which is used if the store cannot be reached at the next start.
///
/// The file is a document of overrides, with the cluster and the place in the cluster from which they come.
final class TeamMemory: Sendable {
    /// The path of the file.
    let path: String
    private let place: String
    private let queue = DispatchQueue(label: "experiments.team.memory", qos: .utility)
    private let pending = Mutex<Content?>(nil)

    /// The content of the file.
    struct Content: Sendable, Equatable {
        var overrides: OverrideSet
        var clusterID: UInt64
    }

    private static let members = (cluster: "cluster", place: "place")

    /// - Parameter place: what the keys of the store begin with. What is known of another place is of no use.
    init(path: String, place: String) {
        (self.path, self.place) = (path, place)
    }

    /// Reads the file; nil if there is none.
    ///
    /// - Throws: `FileProblem`.
    func read() throws(FileProblem) -> Content? {
        guard let bytes = try FileBytes.readIfPresent(path, limit: JSONOverrideStore.sizeLimit) else { return nil }
        do throws(OverrideDocumentProblem) {
            var overrides = try OverrideSet(parsing: bytes)
            let cluster = overrides.unknownMembers[Self.members.cluster]?.string.flatMap { UInt64($0, radix: 16) }
            guard overrides.unknownMembers[Self.members.place]?.string == place else { return nil }
            overrides.unknownMembers[Self.members.cluster] = nil
            overrides.unknownMembers[Self.members.place] = nil
            return cluster.map { Content(overrides: overrides, clusterID: $0) }
        } catch {
            throw FileProblem(
                path: path, message: error.message, line: error.line, column: error.column,
                advice: "remove it: it is only a copy of the team's store")
        }
    }

    /// Keeps what is known now, soon. Of several in short order, the last is written.
    func keep(_ content: Content) {
        let isFirst = pending.withLock { pending in
            defer { pending = content }
            return pending == nil
        }
        if isFirst { queue.async { self.write() } }
    }

    /// Waits until everything is written that was to be kept.
    func finish() { queue.sync {} }

    private func write() {
        guard
            let content = pending.withLock({ pending in
                defer { pending = nil }
                return pending
            })
        else { return }
        var overrides = content.overrides
        overrides.unknownMembers[Self.members.cluster] = .string(String(content.clusterID, radix: 16))
        overrides.unknownMembers[Self.members.place] = .string(place)
        // Where it cannot be written, the next start knows less, and nothing else is lost.
        try? AtomicFile.write(
            overrides.documentBytes, to: path, permissions: .ownerOnly, limit: JSONOverrideStore.sizeLimit)
    }
}
