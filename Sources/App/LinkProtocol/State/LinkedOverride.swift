import ExperimentsCore

/// The scope of an override. The narrower scope wins.
package enum LinkedScope: String, Sendable, Hashable, CaseIterable {
    /// Every installation of every app.
    case everyone
    /// All installations of one app.
    case app
    /// One installation of an app.
    case installation
}

/// An override that is in force for one installation, with its scope.
package struct LinkedOverride: Sendable, Hashable {
    /// The override.
    package var override: Override
    /// Its scope.
    package var scope: LinkedScope

    package init(_ override: Override, scope: LinkedScope = .everyone) {
        (self.override, self.scope) = (override, scope)
    }
}

extension LinkedOverride {
    private static let scopeMember = "scope"

    /// Reads the scope from an entry of a document, in which it is one more member. A scope that only newer versions
    /// know is read as the widest one, because what matters to the app is the value.
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
