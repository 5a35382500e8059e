import ExperimentsCore

/// The changes between two states of the same count.
///
/// As JSON it is a document of the overrides that are new or have changed, with the names of those that are gone:
/// `{"version": 1, "since": "k3x9.17", "revision": "k3x9.18", "overrides": {…}, "removed": ["banner"]}`.
package struct LinkedChanges: Sendable, Hashable {
    /// The state from which they start.
    package var since: LinkRevision
    /// The state to which they lead.
    package var revision: LinkRevision
    /// The overrides that are new or have changed.
    package var changed: [String: LinkedOverride]
    /// The names of the keys whose overrides were removed, in any order.
    package var removed: [String]

    package init(
        since: LinkRevision, revision: LinkRevision, changed: [String: LinkedOverride] = [:], removed: [String] = []
    ) {
        (self.since, self.revision, self.changed, self.removed) = (since, revision, changed, removed)
    }

    /// Creates the changes from one state to another.
    package init(from old: LinkedState, to new: LinkedState) {
        self.init(
            since: old.revision, revision: new.revision,
            changed: new.overrides.filter { old.overrides[$0.key] != $0.value },
            removed: old.overrides.keys.filter { new.overrides[$0] == nil }.sorted())
    }

    /// Reads changes.
    ///
    /// - Parameter bytes: JSON in UTF-8.
    package init(parsing bytes: [UInt8]) throws(LinkProblem) {
        let document = try OverridesDocument(parsing: bytes)
        let (since, revision) = (try document.revision("since"), try document.revision("revision"))
        guard revision.follows(since) else {
            throw LinkProblem("revision: \(revision) does not come after \(since)")
        }
        self.init(
            since: since, revision: revision, changed: document.overrides, removed: try document.names("removed"))
    }

    /// The changes as JSON on one line, in UTF-8.
    package var bytes: [UInt8] {
        OverridesDocument(
            changed,
            members: [
                "since": .string(since.description), "revision": .string(revision.description),
                "removed": .array(removed.map(JSONValue.string)),
            ]
        ).bytes
    }
}

extension LinkedState {
    /// Applies changes, if they start from this state.
    ///
    /// - Returns: whether they were applied.
    package mutating func apply(_ changes: LinkedChanges) -> Bool {
        guard changes.since == revision else { return false }
        overrides.merge(changes.changed) { _, new in new }
        for name in changes.removed { overrides[name] = nil }
        revision = changes.revision
        return true
    }
}
