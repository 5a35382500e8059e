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
