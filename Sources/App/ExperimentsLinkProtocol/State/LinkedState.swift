import ExperimentsCore

/// All overrides that a server has for one installation.
///
/// As JSON it is like an overrides file, with a `revision`, and with a `scope` in each entry: `{"version": 1,
/// "revision": "k3x9.17", "overrides": {"trial_days": {"value": "30", "scope": "app"}}}`.
package struct LinkedState: Sendable, Hashable {
    /// The revision of the state.
    package var revision: LinkRevision
    /// The overrides by key name. For each key, it has the one with the narrowest scope.
    package var overrides: [String: LinkedOverride]

    package init(revision: LinkRevision, overrides: [String: LinkedOverride] = [:]) {
        self.revision = revision
        self.overrides = overrides
    }

    /// The overrides as an app's store has them, without scopes.
    package var overrideSet: OverrideSet { OverrideSet(overrides.mapValues(\.override)) }

    /// Reads a state.
    ///
    /// - Parameter bytes: JSON in UTF-8.
    package init(parsing bytes: [UInt8]) throws(LinkProblem) {
        let document = try OverridesDocument(parsing: bytes)
        self.init(revision: try document.revision("revision"), overrides: document.overrides)
    }

    /// The state as JSON on one line, in UTF-8.
    package var bytes: [UInt8] {
        OverridesDocument(overrides, members: ["revision": .string(revision.description)]).bytes
    }
}

/// The changes between two states of the same count.
///
/// As JSON it is a document of the overrides that are new or have changed, with the names of those that were removed:
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
        since: LinkRevision, revision: LinkRevision, changed: [String: LinkedOverride] = [:],
        removed: [String] = []
    ) {
        self.since = since
        self.revision = revision
        self.changed = changed
        self.removed = removed
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
            since: since, revision: revision, changed: document.overrides,
            removed: try document.names("removed"))
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

/// The scope of an override. The narrower scope wins.
package enum LinkedScope: String, Sendable, Hashable, CaseIterable {
    /// Every installation of every app.
    case everyone
    /// All installations of one app.
    case app
    /// One installation of an app.
    case installation
}

/// An active override of one installation, with its scope.
package struct LinkedOverride: Sendable, Hashable {
    /// The override.
    package var override: Override
    /// Its scope.
    package var scope: LinkedScope

    package init(_ override: Override, scope: LinkedScope = .everyone) {
        self.override = override
        self.scope = scope
    }
}

extension LinkedOverride {
    private static let scopeMember = "scope"

    /// Reads the scope from an additional member of an entry of a document. A scope that only newer versions know is
    /// read as the widest one, because the value is what matters to the app.
    init(reading override: Override) {
        let scope = override.unknownMembers[Self.scopeMember]?.string.flatMap(LinkedScope.init) ?? .everyone
        var override = override
        override.unknownMembers[Self.scopeMember] = nil
        self.init(override, scope: scope)
    }

    var written: Override {
        var override = override
        override.unknownMembers[Self.scopeMember] = .string(scope.rawValue)
        return override
    }
}

/// A document of overrides with additional members for the link. It is read and written like an overrides file, so that
/// an entry means the same in both.
private struct OverridesDocument {
    let overrides: [String: LinkedOverride]
    private let members: JSONObject

    init(_ overrides: [String: LinkedOverride], members: KeyValuePairs<String, JSONValue?>) {
        self.overrides = overrides
        self.members = JSONObject(present: members)
    }

    init(parsing bytes: [UInt8]) throws(LinkProblem) {
        guard bytes.count <= LinkLimits.eventBytes else {
            throw .tooLong("the document", limit: LinkLimits.eventBytes)
        }
        do throws(OverrideDocumentProblem) {
            let set = try OverrideSet(parsing: bytes)
            (overrides, members) = (set.entries.mapValues(LinkedOverride.init(reading:)), set.unknownMembers)
        } catch {
            throw LinkProblem(error.description)
        }
    }

    func revision(_ name: String) throws(LinkProblem) -> LinkRevision {
        guard let revision = members[name]?.string.flatMap(LinkRevision.init) else {
            let found = members[name]?.found ?? "nothing"
            throw LinkProblem(
                "\(name): " + DocumentWords.expected("a revision such as \"k3x9.17\"", found: found))
        }
        return revision
    }

    func names(_ name: String) throws(LinkProblem) -> [String] {
        guard let value = members[name] else { return [] }
        guard let elements = value.array, case let names = elements.compactMap(\.string),
            names.count == elements.count
        else {
            throw LinkProblem("\(name): " + DocumentWords.expected("an array of names", found: value.found))
        }
        return names
    }

    /// JSON on one line.
    var bytes: [UInt8] {
        let set = OverrideSet(overrides.mapValues(\.written), unknownMembers: members)
        return set.documentValue.compactBytes
    }
}
