import Foundation

/// A registered installation of an app, with its identity and its credentials. Printing it shows no secrets.
public struct Installation: Sendable, Hashable {
    /// The ID. The service may have chosen another one than was proposed.
    public let id: InstallationID
    let refreshToken: String
    /// The token that authorizes fetches.
    public internal(set) var token: InstallationToken
}

extension Installation: CustomStringConvertible, CustomReflectable {
    /// Shows the id and the token's expiry.
    public var description: String { "installation \(id) with \(token)" }
    /// Shows the id and the token's expiry.
    public var customMirror: Mirror { Mirror(self, children: ["id": id, "token": token]) }
}

/// The ID of an installation of an app: 22 URL-safe base64 characters that begin with the bits `0111`.
public struct InstallationID: Sendable, Hashable, CustomStringConvertible {
    /// The id as written.
    public let text: String

    /// Reads an ID; nil if `text` is not one.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count == 22, Self.firstCharacters.contains(bytes[0]),
            bytes.allSatisfy(Self.alphabet.contains)
        else { return nil }
        self.text = text
    }

    /// Creates a new ID from 128 random bits and four fixed ones.
    public static func generate(using generator: inout some RandomNumberGenerator) -> InstallationID {
        // The 22 characters contain 132 bits: the four fixed ones, then 128 random ones.
        var characters = [firstCharacters[Int(generator.next(upperBound: UInt(4)))]]
        for _ in 1..<22 { characters.append(alphabet[Int(generator.next(upperBound: UInt(64)))]) }
        return InstallationID(unchecked: String(decoding: characters, as: UTF8.self))
    }

    /// The id as written.
    public var description: String { text }

    private init(unchecked text: String) {
        self.text = text
    }

    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    /// The characters for `0111` and two more bits in base64.
    private static let firstCharacters = Array("cdef".utf8)
}

/// A token that authorizes an installation's fetches for some days. Its text is never printed.
public struct InstallationToken: Sendable, Hashable {
    let text: String
    /// The time at which it was issued, by this machine's clock.
    public let issuedAt: Date
    /// The time at which the service stops accepting it.
    public let expiresAt: Date

    /// The remaining life, in seconds, below which a token is renewed.
    public static let renewalMargin: TimeInterval = 3600

    init(text: String, issuedAt: Date, lifetime: TimeInterval) {
        self.text = text
        self.issuedAt = issuedAt
        expiresAt = issuedAt.addingTimeInterval(lifetime)
    }

    /// Returns whether the token can still be used at `now`. If the clock was set back to before the token was issued,
    /// its age is unknown, and it counts as expired.
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
