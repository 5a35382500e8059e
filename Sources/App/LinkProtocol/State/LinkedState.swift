import ExperimentsCore

/// All overrides that a server has for one installation.
///
/// As JSON it is a document of overrides, as their file is, with a `revision`, and a `scope` in each entry:
/// `{"version": 1, "revision": "k3x9.17", "overrides": {"trial_days": {"value": "30", "scope": "app"}}}`.
package struct LinkedState: Sendable, Hashable {
    /// The number of the state.
    package var revision: LinkRevision
    /// The overrides by the names of the keys; of each key the one with the narrowest scope.
    package var overrides: [String: LinkedOverride]

    package init(revision: LinkRevision, overrides: [String: LinkedOverride] = [:]) {
        (self.revision, self.overrides) = (revision, overrides)
    }

    /// The overrides as the stores of an app have them, without scopes.
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
