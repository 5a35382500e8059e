import ExperimentsCore

/// All profiles of a project: those saved next to its overrides, and those that a team shares.
package struct ProfileLibrary: Sendable {
    /// The saved ones.
    package let store: OverrideProfileStore
    /// The profiles of the team. A profile of the user with the same name takes precedence.
    package let shared: [OverrideProfile]

    /// - Parameters:
    ///   - path: the overrides file. Saved profiles are next to it.
    ///   - shared: the profiles that a team shares.
    package init(besideOverridesAt path: String, sharing shared: [OverrideProfile] = []) {
        store = OverrideProfileStore(besideOverridesAt: path)
        self.shared = shared
    }

    /// Returns the profile with this name: the user's, otherwise the team's.
    ///
    /// - Throws: `MessageError` with the nearest name if there is no such profile, `FileProblem` if it cannot be
    ///   read.
    package func profile(named name: String) throws -> OverrideProfile {
        try OverrideProfile.check(name: name)
        do throws(FileProblem) {
            return try store.profile(named: name)
        } catch {
            guard error.isMissing else { throw error }
            if let profile = shared.first(where: { $0.name == name }) { return profile }
            let names = try Set(store.names() + shared.map(\.name)).sorted()
            if let other = SpellingSuggestion.match(name, in: names), other != name {
                return try profile(named: other)
            }
            throw try missing(name)
        }
    }

    /// Saves a profile.
    ///
    /// - Parameter replacing: whether it may replace another one with its name.
    /// - Throws: `MessageError` if the name is taken, `FileProblem`. In that case, nothing has changed.
    package func save(_ profile: OverrideProfile, replacing: Bool) throws {
        let isTaken = try store.names().contains(profile.name)
        guard replacing || !isTaken else {
            throw MessageError(
                "profile \"\(profile.name)\" already exists; nothing was changed",
                advice: "Use --replace to replace it.")
        }
        try store.save(profile)
    }

    /// Removes a profile that was saved.
    ///
    /// - Throws: `MessageError` with the nearest name if there is none, `FileProblem`.
    package func delete(named name: String) throws {
        try OverrideProfile.check(name: name)
        do throws(FileProblem) {
            try store.delete(named: name)
        } catch {
            guard error.isMissing else { throw error }
            throw try missing(name)
        }
    }

    private func missing(_ name: String) throws -> MessageError {
        let names = try store.names() + shared.map(\.name)
        let near = SpellingSuggestion.nearest(to: name, in: names).map { "Did you mean \"\($0)\"?" }
        let all =
            names.isEmpty ? "No profiles in \(store.folder)" : "Available: \(names.joined(separator: ", "))"
        return MessageError("no profile \"\(name)\"", advice: near ?? all)
    }
}

extension OverrideProfile {
    /// Returns the message that loading the profile would change nothing.
    ///
    /// - Parameter name: the name of the profile.
    package static func alreadyLoaded(_ name: String) -> String { "\(name) is already loaded" }
}
