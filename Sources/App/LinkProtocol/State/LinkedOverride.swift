import ExperimentsCore

/// Whom an override is for. The narrower scope wins.
package enum LinkedScope: String, Sendable, Hashable, CaseIterable {
    /// All apps.
    case everyone
    /// All installations of one app.
    case app
    /// One installation.
    case installation
}

/// An override that is in force for one installation, and why it is.
package struct LinkedOverride: Sendable, Hashable {
    /// The override.
    package var override: Override
    /// Whom it was set for.
    package var scope: LinkedScope

    package init(_ override: Override, scope: LinkedScope = .everyone) {
        (self.override, self.scope) = (override, scope)
    }
}

extension LinkedOverride {
    private static let scopeMember = "scope"

    /// An override as documents have it: its scope is one more member, and a scope that only newer versions know is
    /// taken for the widest, since what counts for the app is the value.
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
