import ExperimentsCore
import ExperimentsLinkProtocol
import Foundation

/// The folder in which an app stores its link, and its files. Only the user can read them; secrets are in the Keychain,
/// if there is one.
struct LinkFolder: Sendable {
    /// Above this size, the stored state is not read while the app starts, but right after, because that would take
    /// more than a millisecond.
    static let readAtStart = 48_000

    let path: String
    /// The storage of the link, which contains a token.
    private let secrets: any SecretStore

    private static let linkName = "link.json"
    private var linkPath: String { path + "/" + Self.linkName }
    private var statePath: String { path + "/overrides.json" }
    private var installationPath: String { path + "/installation" }

    init(path: String) {
        let limit = LinkLimits.invitationBytes * 2
        #if canImport(Security)
        let name = "Experiments link " + PathText.name(of: path)
        self.init(path: path, KeychainSecrets(service: name, folder: path, limit: limit, calls: .system))
        #else
        self.init(path: path, SecretFiles(folder: path, limit: limit))
        #endif
    }

    init(path: String, _ secrets: any SecretStore) {
        self.path = path
        self.secrets = secrets
    }

    /// Returns the usual folder for an app's internal files.
    static func usual(app: String) -> LinkFolder {
        LinkFolder(path: base + "/link/" + name(of: app))
    }

    /// Returns the name of the folder of an app, which differs from that of every other app. Bytes other than letters,
    /// digits, `-` and `_` are written like `%2f`.
    static func name(of app: String) -> String {
        app.percentEncoded(keeping: { $0.isASCIILetterOrDigit || "-_".utf8.contains($0) }, isUppercase: false)
    }

    private static var base: String {
        #if canImport(Darwin)
        let folders = NSSearchPathForDirectoriesInDomains(.applicationSupportDirectory, .userDomainMask, true)
        return (folders.first ?? NSTemporaryDirectory()) + "/Experiments"
        #else
        let environment = ProcessInfo.processInfo.environment
        let home = UserAccount { environment[$0] }.home ?? NSTemporaryDirectory()
        return BaseFolder.state.path(home: home) { environment[$0] } + "/experiments"
        #endif
    }

    /// Returns the stored link; nil for none.
    ///
    /// - Throws: `FileProblem` if there is one that cannot be read.
    func invitation() throws(FileProblem) -> LinkInvitation? {
        guard let bytes = try secrets.secret(named: Self.linkName) else { return nil }
        do throws(LinkProblem) {
            return try LinkInvitation(kept: bytes)
        } catch {
            let advice = "open the app with a new link"
            throw FileProblem(
                path: linkPath, message: "the link cannot be read: \(error.message)", advice: advice)
        }
    }

    /// Stores a link in place of any other, whose state is no longer valid.
    func keep(_ invitation: LinkInvitation) throws(FileProblem) {
        // Remove the state first, so that the state of one server is never used for another.
        remove(statePath)
        try secrets.keep(invitation.keptBytes, as: Self.linkName)
    }

    /// Removes the link and its overrides.
    func forget() {
        remove(statePath)
        secrets.forget(Self.linkName)
    }

    /// Whether the stored state is small enough to be read while the app starts.
    var isStateSmall: Bool { (FileStatus(of: statePath)?.size ?? 0) <= Self.readAtStart }

    /// Returns the stored state; nil for none, and for one that cannot be read, because the server sends it again.
    func state() -> LinkedState? {
        guard let bytes = try? FileBytes.readIfPresent(statePath, limit: LinkLimits.eventBytes) else {
            return nil
        }
        return try? LinkedState(parsing: bytes)
    }

    /// Stores a state for the next launch; nil for none.
    func keep(_ state: LinkedState?) throws(FileProblem) {
        guard let state else { return remove(statePath) }
        try AtomicFile.write(
            state.bytes, to: statePath, permissions: .ownerOnly, limit: LinkLimits.eventBytes)
    }

    /// Returns the identifier of this installation, which is created at the first call and stored.
    func installation() -> String {
        if let bytes = try? FileBytes.readIfPresent(installationPath, limit: LinkLimits.identityBytes),
            case let text = String(decoding: bytes, as: UTF8.self), !text.isEmpty
        {
            return text
        }
        let new = UUID().uuidString.lowercased()
        // If it cannot be stored, the next start has another installation.
        try? AtomicFile.write(Array(new.utf8), to: installationPath, permissions: .ownerOnly)
        return new
    }

    private func remove(_ path: String) { unlink(path) }
}

/// The stored form of a link: `{"version": 1, "server": "http://…", "token": "…", "app": "shop"}`.
extension LinkInvitation {
    init(kept bytes: [UInt8]) throws(LinkProblem) {
        let object = try JSONValue(parsing: bytes) { LinkProblem("not JSON: \($0)") }.object ?? JSONObject()
        guard object["version"]?.int == LinkAPI.version else {
            throw LinkProblem("expected version \(LinkAPI.version)")
        }
        guard let server = object["server"]?.string.flatMap(URL.init(string:)),
            let token = object["token"]?.string
        else { throw LinkProblem("expected \"server\" and \"token\"") }
        try self.init(server: server, token: token, app: object["app"]?.string)
    }

    var keptBytes: [UInt8] {
        var object = JSONObject()
        object["version"] = .number(String(LinkAPI.version))
        object["server"] = .string(server.absoluteString)
        object["token"] = .string(token)
        object["app"] = app.map(JSONValue.string)
        return JSONValue.object(object).prettyBytes + [UInt8(ascii: "\n")]
    }
}
