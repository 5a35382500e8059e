import ExperimentsCore
import ExperimentsTransport

/// The scope of an override. The narrowest scope counts.
package enum EtcdScope: Sendable, Hashable {
    /// All apps and installations of the project.
    case team
    /// All installations of one app.
    case app(String)
    /// An installation of an app.
    case installation(app: String, id: String)
}

/// The meaning of a key in the layout.
package enum EtcdPlace: Sendable, Hashable {
    /// The value of a key.
    case value(String)
    /// The mark of a publication of values, with a unique ID. If a response is lost, the key shows whether the
    /// publication was made.
    case publication(String)
    /// The number of the last step. Each change to overrides touches it, so that two changes cannot be made at the same
    /// time.
    case head
    /// The override of a key.
    case override(EtcdScope, String)
    /// A step of the journal, with a unique ID. If a response is lost, the key shows whether the step was made.
    case step(number: Int, change: String)
    /// A profile.
    case profile(String)
    /// A persona: a user as whom sources can be asked.
    case persona(String)
    /// A link of an app, by the digest of its token.
    case link(String)
    /// An installation of an app, as one of several servers knows it.
    case app(server: String, app: String, installation: String)
    /// A session of a person who is online.
    case presence(String)
    /// The result of a fetch of a source with this version or digest.
    case fetch(source: String, version: String)

    /// The number of digits in the number of a step, so that steps are in order.
    static let stepDigits = 12

    /// The key below the root.
    var path: String {
        switch self {
        case .value(let name): "values/\(name)"
        case .publication(let id): "publications/\(id)"
        case .head: "overrides.head"
        case .override(let scope, let name): "overrides/\(scope.path)/\(name)"
        case .step(let number, let change):
            "journal/\(String(number).zeroPadded(to: Self.stepDigits)).\(change)"
        case .profile(let name): "profiles/\(name)"
        case .persona(let name): "personas/\(name)"
        case .presence(let session): "presence/\(session)"
        case .link(let digest): "links/\(digest)"
        case .app(let server, let app, let id):
            "apps/\(server.percentEncoded)/\(app.percentEncoded)/\(id.percentEncoded)"
        case .fetch(let source, let version): "history/\(source.percentEncoded)/\(version)"
        }
    }

    /// Reads a key below the root; nil for one that this version does not know. `EtcdLayout` checks whether the key has
    /// the spelling of `path`.
    init?(path: Substring) {
        guard path != "overrides.head" else {
            self = .head
            return
        }
        guard let (folder, rest) = path.cut(at: "/"), !rest.isEmpty else { return nil }
        let name = String(rest)
        switch folder {
        case "values": self = .value(name)
        case "publications": self = .publication(name)
        case "profiles": self = .profile(name)
        case "personas": self = .persona(name)
        case "presence": self = .presence(name)
        case "links": self = .link(name)
        case "apps":
            let parts = rest.split(scalar: "/", omittingEmptySubsequences: false).map(\.percentDecoded)
            guard parts.count == 3, let server = parts[0], let app = parts[1], let id = parts[2] else {
                return nil
            }
            self = .app(server: server, app: app, installation: id)
        case "overrides":
            guard let (scope, name) = EtcdScope.read(rest) else { return nil }
            self = .override(scope, name)
        case "journal":
            guard let (digits, change) = rest.cut(at: "."), let number = Int(digits), number >= 0,
                !change.isEmpty
            else {
                return nil
            }
            self = .step(number: number, change: String(change))
        case "history":
            guard let (source, version) = rest.cut(at: "/"), let source = source.percentDecoded,
                !version.isEmpty
            else { return nil }
            self = .fetch(source: source, version: String(version))
        default: return nil
        }
    }
}

extension EtcdScope {
    fileprivate var path: String {
        switch self {
        case .team: "team"
        case .app(let app): "app/\(app.percentEncoded)"
        case .installation(let app, let id): "installation/\(app.percentEncoded)/\(id.percentEncoded)"
        }
    }

    fileprivate static func read(_ path: Substring) -> (EtcdScope, name: String)? {
        guard let (kind, rest) = path.cut(at: "/"), !rest.isEmpty else { return nil }
        if kind == "team" { return (.team, String(rest)) }
        guard let (app, rest) = rest.cut(at: "/"), !app.isEmpty, let app = app.percentDecoded else {
            return nil
        }
        switch kind {
        case "app": return rest.isEmpty ? nil : (.app(app), String(rest))
        case "installation":
            guard let (id, name) = rest.cut(at: "/"), !id.isEmpty, !name.isEmpty, let id = id.percentDecoded
            else {
                return nil
            }
            return (.installation(app: app, id: id), String(name))
        default: return nil
        }
    }
}

extension Substring {
    /// Returns the text before and after the first `separator`; nil if there is none. Bytes are compared, because a
    /// separator followed by an accent is another character in Swift, but the same byte in the store.
    fileprivate func cut(at separator: Unicode.Scalar) -> (Substring, Substring)? {
        guard let place = unicodeScalars.firstIndex(of: separator) else { return nil }
        return (self[..<place], self[unicodeScalars.index(after: place)...])
    }
}
