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
        (self.revision, self.overrides) = (revision, overrides)
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
