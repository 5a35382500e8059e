import ExperimentsCore
import Foundation

/// An address with a place for the user's ID: `https://example.com/active_config?userID={user}`.
public struct UserURLTemplate: Sendable, Hashable, CustomStringConvertible {
    /// What stands for the user's ID.
    public static let placeholder = "{user}"

    /// The address as written.
    public let description: String

    /// A template; nil if it makes no absolute `http` or `https` address.
    public init?(_ text: String) {
        description = text
        guard let url = try? url(for: "1"), let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme),
            url.host?.isEmpty == false
        else { return nil }
    }

    /// Whether the address depends on the user.
    public var namesUser: Bool { description.contains(Self.placeholder) }

    /// The address for a user: the ID, percent-encoded, takes the place of each `{user}`; nothing does for nil.
    ///
    /// - Throws: ``UnusableURL`` if that makes no address.
    public func url(for userID: String?) throws(UnusableURL) -> URL {
        let encoded = (userID ?? "").utf8.map(Self.encoded).joined()
        let text = description.replacingOccurrences(of: Self.placeholder, with: encoded)
        guard let url = URL(string: text) else { throw UnusableURL(template: description) }
        return url
    }

    private static func encoded(_ byte: UInt8) -> String {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            return String(UnicodeScalar(byte))
        default:
            let digits = String(byte, radix: 16, uppercase: true)
            return "%" + (digits.count == 1 ? "0" + digits : digits)
        }
    }
}

/// A template that makes no address.
public struct UnusableURL: Error, Sendable, Hashable, CustomStringConvertible, OperatorError {
    /// The template.
    public let template: String

    /// `no address can be made of …`.
    public var description: String { "no address can be made of \(template)" }
}
