import Foundation

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

/// The id of one installation of an app: 22 URL-safe base64 characters that begin with the bits `0111`.
public struct InstallationID: Sendable, Hashable, CustomStringConvertible {
    /// The id as written.
    public let text: String

    /// The id that `text` is, or nil if it is none.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count == 22, Self.firstCharacters.contains(bytes[0]), bytes.allSatisfy(Self.alphabet.contains)
        else { return nil }
        self.text = text
    }

    /// A new id from 128 random bits and four fixed ones.
    public static func generate(using generator: inout some RandomNumberGenerator) -> InstallationID {
        // The 22 characters hold 132 bits: the four fixed ones, then 128 random ones.
        var characters = [firstCharacters[Int(generator.next(upperBound: UInt(4)))]]
        for _ in 1..<22 { characters.append(alphabet[Int(generator.next(upperBound: UInt(64)))]) }
        return InstallationID(unchecked: String(decoding: characters, as: UTF8.self))
    }

    /// The id as written.
    public var description: String { text }

    private init(unchecked text: String) {
        self.text = text
    }

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    /// What `0111` and two more bits are in base64.
    private static let firstCharacters = Array("cdef".utf8)
}

/// A token with which an installation authorizes its fetches for some days. It prints without its text.
public struct InstallationToken: Sendable, Hashable {
    let text: String
    /// When it was issued, by this machine's clock.
    public let issuedAt: Date
    /// When the service stops accepting it.
    public let expiresAt: Date

    /// A token is renewed when less than this remains of its life.
    public static let renewalMargin: TimeInterval = 3600

    init(text: String, issuedAt: Date, lifetime: TimeInterval) {
        self.text = text
        self.issuedAt = issuedAt
        expiresAt = issuedAt.addingTimeInterval(lifetime)
    }

    /// Whether the token can still be used at `now`. A clock that was moved back to before the token was issued says
    /// nothing about its age, so the token counts as old.
    public func isFresh(at now: Date) -> Bool {
        now >= issuedAt && expiresAt.timeIntervalSince(now) >= Self.renewalMargin
    }
}

extension InstallationToken: CustomStringConvertible, CustomReflectable {
    /// Shows the expiry only.
    public var description: String { "token (hidden) until \(expiresAt)" }
    /// Shows the expiry only.
    public var customMirror: Mirror { Mirror(self, children: ["expiresAt": expiresAt]) }
}
