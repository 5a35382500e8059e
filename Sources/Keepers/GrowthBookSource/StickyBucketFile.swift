import ExperimentsCore
import GrowthBookFeatures

/// Stores on disk the variations that users saw first, so that users keep them: a JSON list of documents in the format
/// of GrowthBook's SDKs.
///
/// Several programs can share one file. It contains at most ``mostDocuments``; those that have not been changed for the
/// longest time are removed first. A file that cannot be read is not changed.
public final class StickyBucketFile: Sendable {
    /// The users whose variations are stored.
    public enum Users: Sendable, Hashable {
        /// All users that the keeper evaluates for, which is what apps need.
        case all
        /// Only the user that the keeper was created for. For other users, stored variations are used, but nothing is
        /// stored.
        case configured
    }

    /// The largest number of documents, one for each user.
    public static let mostDocuments = 10_000
    /// The largest file, in bytes.
    public static let sizeLimit = 16 << 20

    /// The path of the file.
    public let path: String
    /// The users whose variations are stored.
    public let users: Users

    /// Creates a store. The file is created with the first assignment.
    public init(path: String, users: Users = .all) {
        (self.path, self.users) = (path, users)
    }

    /// Returns the stored documents; none if there is no file yet.
    ///
    /// - Throws: if the file cannot be read, or has other content.
    func read() throws(FileProblem) -> StickyBuckets {
        StickyBuckets(try documents(in: try FileBytes.readIfPresent(path, limit: Self.sizeLimit)))
    }

    /// Stores documents in addition to the existing ones. If there are two for one user, the assignments of both are
    /// stored. An assignment that another program has stored since the file was read stays: the first one counts.
    ///
    /// - Parameter read: the documents as they were read.
    /// - Throws: if the file cannot be read or written, or has other content. It is then unchanged.
    func keep(_ new: [StickyBuckets.Document], since read: StickyBuckets = StickyBuckets())
        throws(FileProblem)
    {
        guard !new.isEmpty else { return }
        for _ in 0..<Self.attempts {
            let old = try FileBytes.readIfPresent(path, limit: Self.sizeLimit)
            let merged = Self.merged(try documents(in: old), with: new, since: read)
            let bytes = JSONValue.array(merged.map(\.json)).compactBytes + [10]
            // Another program may have stored something in the meantime.
            if try AtomicFile.replace(old, with: bytes, at: path, limit: Self.sizeLimit) { return }
        }
        throw FileProblem(
            path: path, message: "is constantly changed by other programs",
            advice: "give each program its own file")
    }

    private static let attempts = 20

    private static func merged(
        _ old: [StickyBuckets.Document], with new: [StickyBuckets.Document], since read: StickyBuckets
    ) -> [StickyBuckets.Document] {
        let known = Dictionary(old.map { ($0.key, $0) }, uniquingKeysWith: { _, last in last })
        let keys = Set(new.map(\.key))
        let changed = new.map { document in
            var document = document
            let before = read.documents[document.key]?.assignments ?? [:]
            for (name, stored) in known[document.key]?.assignments ?? [:]
            where document.assignments[name] == nil || before[name] != stored {
                document.assignments[name] = stored
            }
            return document
        }
        return (old.filter { !keys.contains($0.key) } + changed).suffix(mostDocuments)
    }

    private func documents(in bytes: [UInt8]?) throws(FileProblem) -> [StickyBuckets.Document] {
        guard let bytes else { return [] }
        let value = try JSONValue(parsing: bytes) { error in
            FileProblem(path: path, message: "is not JSON: \(error)", advice: Self.advice)
        }
        guard let list = value.array ?? value.object?.members.map(\.value) else {
            throw FileProblem(
                path: path, message: DocumentWords.expected("a list of sticky buckets", found: value.found),
                advice: Self.advice)
        }
        return list.compactMap { StickyBuckets.Document($0) }
    }

    private static let advice = "use another file as `sticky`, or move this one away"
}
