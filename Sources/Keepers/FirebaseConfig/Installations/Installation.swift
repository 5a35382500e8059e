/// One registered installation of an app: who it is, and how it proves it. It prints without its secrets.
public struct Installation: Sendable, Hashable {
    /// The id; the service may have chosen another than was proposed.
    public let id: InstallationID
    let refreshToken: String
    /// What fetches are authorized with.
    public internal(set) var token: InstallationToken

    init(id: InstallationID, refreshToken: String, token: InstallationToken) {
        self.id = id
        self.refreshToken = refreshToken
        self.token = token
    }
}

extension Installation: CustomStringConvertible, CustomReflectable {
    /// Shows the id and the token's expiry.
    public var description: String { "installation \(id) with \(token)" }
    /// Shows the id and the token's expiry.
    public var customMirror: Mirror { Mirror(self, children: ["id": id, "token": token]) }
}
