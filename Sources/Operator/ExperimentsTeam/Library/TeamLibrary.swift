import EtcdClient
import EtcdStore
import ExperimentsCore
import ExperimentsOperator

/// What a team keeps under names for everybody: profiles of overrides, personas, and links of apps. A value.
package struct TeamLibrary: Sendable, Hashable {
    /// The profiles, in alphabetical order.
    package private(set) var profiles: [OverrideProfile] = []
    /// The personas, in alphabetical order.
    package private(set) var personas: [NamedPersona] = []
    /// Which apps servers let in: a document for each, by its name.
    package private(set) var links: [String: [UInt8]] = [:]

    /// Keeps these, and no links.
    package init(profiles: [OverrideProfile] = [], personas: [NamedPersona] = []) {
        (self.profiles, self.personas) = (profiles, personas)
    }

    /// Takes what was told of a key.
    ///
    /// - Returns: why it cannot be read; nil where it can, and where it is of something else.
    mutating func take(_ event: EtcdEvent, at place: EtcdPlace?) -> String? {
        switch place {
        case .profile(let name)?:
            profiles.removeAll { $0.name == name }
            guard event.kind == .put else { return nil }
            do {
                var profile = try OverrideProfile(parsing: event.entry.value, named: name)
                // What it lies under is what people see.
                profile.name = name
                profiles.insert(profile, at: profiles.firstIndex { $0.name > name } ?? profiles.count)
            } catch {
                return "the profile \(Quotation.of(name)) cannot be read: \(error)"
            }
        case .persona(let name)?:
            personas.removeAll { $0.name == name }
            guard event.kind == .put else { return nil }
            do throws(FileProblem) {
                let persona = try NamedPersona(parsing: event.entry.value, named: name, at: event.key.description)
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

/// What is to be done with what a team keeps under names.
public enum TeamLibraryRequest: Sendable, Hashable {
    /// Keep a profile; in place of an older one of its name only where that is wanted.
    case saveProfile(OverrideProfile, replaces: Bool)
    /// Remove a profile.
    case deleteProfile(String)
    /// Keep a persona; in place of an older one of its name only where that is wanted.
    case savePersona(NamedPersona, replaces: Bool)
    /// Remove a persona.
    case deletePersona(String)
    /// Let an app in, by a document under a name that no other has.
    case saveLink(String, [UInt8])
    /// Let it in no more.
    case deleteLink(String)

    /// What it is about: `profile QA checkout`.
    package var subject: String {
        switch self {
        case .saveProfile(let profile, _): "profile \(profile.name)"
        case .deleteProfile(let name): "profile \(name)"
        case .savePersona(let persona, _): "persona \(persona.name)"
        case .deletePersona(let name): "persona \(name)"
        case .saveLink(let name, _), .deleteLink(let name): "link \(name.prefix(8))"
        }
    }

    /// What was done: `saved profile QA checkout for the team`.
    package var done: String {
        switch self {
        case .saveProfile, .savePersona, .saveLink: "saved \(subject) for the team"
        case .deleteProfile, .deletePersona, .deleteLink: "deleted the team's \(subject)"
        }
    }

    /// Where it lies.
    var place: EtcdPlace {
        switch self {
        case .saveProfile(let profile, _): .profile(profile.name)
        case .deleteProfile(let name): .profile(name)
        case .savePersona(let persona, _): .persona(persona.name)
        case .deletePersona(let name): .persona(name)
        case .saveLink(let name, _), .deleteLink(let name): .link(name)
        }
    }

    /// What is to lie there; nil for nothing.
    var bytes: [UInt8]? {
        switch self {
        case .saveProfile(let profile, _): profile.documentBytes
        case .savePersona(let persona, _): persona.documentBytes
        case .saveLink(_, let document): document
        case .deleteProfile, .deletePersona, .deleteLink: nil
        }
    }

    /// Whether what lies there may be lost.
    var replaces: Bool {
        switch self {
        case .saveProfile(_, let replaces), .savePersona(_, let replaces): replaces
        case .saveLink: false
        case .deleteProfile, .deletePersona, .deleteLink: true
        }
    }
}
