import Dispatch
import ExperimentsCore
import ExperimentsLocks

/// Stores the last known overrides and links of a team in a file, which is used if the store cannot be reached at the
/// next start.
///
/// The file is a document of overrides, with the cluster and the place in it that they come from.
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
        /// The links that servers accept. Of their secrets, a document has only a digest.
        var links: [String: [UInt8]] = [:]
    }

    private static let members = (cluster: "cluster", place: "place", links: "links")

    /// - Parameter place: the prefix of the store's keys. Stored data of another place is ignored.
    init(path: String, place: String) {
        self.path = path
        self.place = place
    }

    /// Reads the file; nil if there is none.
    ///
    /// - Throws: `FileProblem`.
    func read() throws(FileProblem) -> Content? {
        guard let bytes = try FileBytes.readIfPresent(path, limit: JSONOverrideStore.sizeLimit) else {
            return nil
        }
        do throws(OverrideDocumentProblem) {
            var overrides = try OverrideSet(parsing: bytes)
            let cluster = overrides.unknownMembers[Self.members.cluster]?.string.flatMap {
                UInt64($0, radix: 16)
            }
            guard overrides.unknownMembers[Self.members.place]?.string == place else { return nil }
            let links = (overrides.unknownMembers[Self.members.links]?.object?.members ?? []).compactMap {
                member in
                member.value.string.map { (member.name, Array($0.utf8)) }
            }
            for name in [Self.members.cluster, Self.members.place, Self.members.links] {
                overrides.unknownMembers[name] = nil
            }
            return cluster.map {
                Content(overrides: overrides, clusterID: $0, links: Dictionary(links) { first, _ in first })
            }
        } catch {
            throw FileProblem(path, error, advice: "remove it: it is only a copy of the team's store")
        }
    }

    /// Stores the current data soon. Of several calls in a short time, only the last is written.
    func keep(_ content: Content) {
        let isFirst = pending.withLock { pending in
            defer { pending = content }
            return pending == nil
        }
        if isFirst { queue.async { self.write() } }
    }

    /// Waits until everything is written.
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
        if !content.links.isEmpty {
            let links = content.links.mapValues { JSONValue.string(String(decoding: $0, as: UTF8.self)) }
            overrides.unknownMembers[Self.members.links] = .object(JSONObject(sorting: links))
        }
        // If this fails, the next start has less data, and nothing else is lost.
        try? AtomicFile.write(
            overrides.documentBytes, to: path, permissions: .ownerOnly, limit: JSONOverrideStore.sizeLimit)
    }
}
