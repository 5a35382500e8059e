import ExperimentsCore
import ExperimentsEtcdClient
import ExperimentsEtcdStore
import ExperimentsOperator

/// The named items that a team shares: profiles of overrides, personas, and links of apps. A value.
package struct TeamLibrary: Sendable, Hashable {
    /// The profiles, in alphabetical order.
    package private(set) var profiles: [OverrideProfile] = []
    /// The personas, in alphabetical order.
    package private(set) var personas: [NamedPersona] = []
    /// The links that servers accept: a document for each, by its name.
    package private(set) var links: [String: [UInt8]] = [:]

    /// Creates a library.
    package init(
        profiles: [OverrideProfile] = [], personas: [NamedPersona] = [], links: [String: [UInt8]] = [:]
    ) {
        self.profiles = profiles
        self.personas = personas
        self.links = links
    }

    /// Applies a change to a key.
    ///
    /// - Returns: the reason why it cannot be read; nil if it can, or if it is about something else.
    mutating func take(_ event: EtcdEvent, at place: EtcdPlace?) -> String? {
        switch place {
        case .profile(let name)?:
            profiles.removeAll { $0.name == name }
            guard event.kind == .put else { return nil }
            do {
                var profile = try OverrideProfile(parsing: event.entry.value, named: name)
                // People see the name under which it is stored.
                profile.name = name
                profiles.insert(profile, at: profiles.firstIndex { $0.name > name } ?? profiles.count)
            } catch {
                return "the profile \(Quotation.of(name)) cannot be read: \(error)"
            }
        case .persona(let name)?:
            personas.removeAll { $0.name == name }
            guard event.kind == .put else { return nil }
            do throws(FileProblem) {
                let persona = try NamedPersona(
                    parsing: event.entry.value, named: name, at: event.key.description)
                personas.insert(persona.teams, at: personas.firstIndex { $0.name > name } ?? personas.count)
            } catch {
                return "the persona \(Quotation.of(name)) cannot be read: \(error.message)"
            }
        case .link(let name)?: links[name] = event.kind == .put ? event.entry.value : nil
        default: break
        }
        return nil
    }
}

/// A change of the items that a team shares.
public enum TeamLibraryRequest: Sendable, Hashable {
    /// Saves a profile. An existing one with its name is replaced only if `replaces` is true.
    case saveProfile(OverrideProfile, replaces: Bool)
    /// Remove a profile.
    case deleteProfile(String)
    /// Saves a persona. An existing one with its name is replaced only if `replaces` is true.
    case savePersona(NamedPersona, replaces: Bool)
    /// Remove a persona.
    case deletePersona(String)
    /// Saves a link, as a document with a unique name.
    case saveLink(String, [UInt8])
    /// Removes a link.
    case deleteLink(String)

    /// The subject: `profile QA checkout`.
    package var subject: String {
        switch self {
        case .saveProfile(let profile, _): "profile \(profile.name)"
        case .deleteProfile(let name): "profile \(name)"
        case .savePersona(let persona, _): "persona \(persona.name)"
        case .deletePersona(let name): "persona \(name)"
        case .saveLink(let name, _), .deleteLink(let name): "link \(name.prefix(8))"
        }
    }

    /// The result in words: `saved profile QA checkout for the team`.
    package var done: String {
        switch self {
        case .saveProfile, .savePersona, .saveLink: "saved \(subject) for the team"
        case .deleteProfile, .deletePersona, .deleteLink: "deleted the team's \(subject)"
        }
    }

    /// Its place in the cluster.
    var place: EtcdPlace {
        switch self {
        case .saveProfile(let profile, _): .profile(profile.name)
        case .deleteProfile(let name): .profile(name)
        case .savePersona(let persona, _): .persona(persona.name)
        case .deletePersona(let name): .persona(name)
        case .saveLink(let name, _), .deleteLink(let name): .link(name)
        }
    }

    /// The new content of the key; nil to remove it.
    var bytes: [UInt8]? {
        switch self {
        case .saveProfile(let profile, _): profile.documentBytes
        case .savePersona(let persona, _): persona.documentBytes
        case .saveLink(_, let document): document
        case .deleteProfile, .deletePersona, .deleteLink: nil
        }
    }

    /// Whether an existing entry may be replaced.
    var replaces: Bool {
        switch self {
        case .saveProfile(_, let replaces), .savePersona(_, let replaces): replaces
        case .saveLink: false
        case .deleteProfile, .deletePersona, .deleteLink: true
        }
    }
}
