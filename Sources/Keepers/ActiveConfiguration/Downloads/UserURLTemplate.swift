import ExperimentsCore
import ExperimentsTransport
import Foundation

/// An address with a place for the user's ID: `https://example.com/active_config?userID={user}`.
public struct UserURLTemplate: Sendable, Hashable, CustomStringConvertible {
    /// The text that is replaced by the user's ID.
    public static let placeholder = "{user}"

    /// The address as written.
    public let description: String

    /// Creates a template; nil if it makes no absolute `http` or `https` address.
    public init?(_ text: String) {
        description = text
        guard let url = try? url(for: "1"), let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme),
            url.host?.isEmpty == false
        else { return nil }
    }

    /// Whether the address depends on the user.
    public var namesUser: Bool { description.contains(Self.placeholder) }

    /// Makes the address for a user: each `{user}` is replaced by the percent-encoded ID, or removed if it is nil.
    ///
    /// - Throws: ``UnusableURL`` if the result is no URL.
    public func url(for userID: String?) throws(UnusableURL) -> URL {
        let text = description.replacing(Self.placeholder, with: (userID ?? "").percentEncoded)
        guard let url = URL(string: text) else { throw UnusableURL(template: description) }
        return url
    }
}

/// The error that a template makes no URL for a user.
public struct UnusableURL: Error, Sendable, Hashable, CustomStringConvertible, OperatorError {
    /// The template as configured, for example `https://example.com/{user}`.
    public let template: String

    /// `no address can be made of …`.
    public var description: String { "no address can be made of \(template)" }
}
