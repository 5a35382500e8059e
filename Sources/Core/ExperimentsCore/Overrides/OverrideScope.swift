import Foundation

/// The scope of an override: everyone, an app or an installation. If a key has several overrides, the one with the
/// narrowest scope wins.
package enum OverrideScope: Sendable, Hashable {
    /// Every app that reads the overrides.
    case everyone
    /// The installations of an app.
    case app(String)
    /// An installation of an app, on one phone or simulator.
    case installation(app: String, id: String)

    /// The maximum size in bytes of the name of an app or an installation.
    package static let nameLimit = 200

    /// Creates the scope of an app or an installation; everyone if neither is given.
    ///
    /// - Throws: `MessageError` for an installation without its app, and for a name that is empty or too long.
    package init(app: String?, installation: String?) throws(MessageError) {
        switch (app, installation) {
        case (nil, nil): self = .everyone
        case (let app?, nil):
            try Self.check(app, "an app")
            self = .app(app)
        case (let app?, let id?):
            try Self.check(app, "an app")
            try Self.check(id, "an installation")
            self = .installation(app: app, id: id)
        case (nil, .some):
            throw MessageError("an installation belongs to an app", advice: "Name the app as well.")
        }
    }

    private static func check(_ name: String, _ thing: String) throws(MessageError) {
        guard !name.isEmpty else {
            throw MessageError("the name of \(thing) is empty", advice: "Omit it to use all.")
        }
        guard name.utf8.count <= nameLimit else {
            throw MessageError(
                "the name of \(thing) has \(name.utf8.count) bytes",
                advice: "Names can have at most \(nameLimit) bytes.")
        }
        guard isPlain(name) else {
            throw MessageError(
                "the name of \(thing) \(Quotation.of(name)) begins or ends with a space, or has control characters"
            )
        }
    }

    /// Whether a name has no spaces around it and no control characters. A name with them matches no app.
    package static func isPlain(_ name: String) -> Bool {
        let scalars = name.unicodeScalars
        return ![scalars.first, scalars.last].contains { $0?.properties.isWhitespace == true }
            && !scalars.contains { $0.properties.generalCategory == .control }
    }

    /// The app; nil for everyone.
    package var app: String? {
        switch self {
        case .everyone: nil
        case .app(let app), .installation(let app, _): app
        }
    }

    /// The installation; nil for wider scopes.
    package var installation: String? {
        if case .installation(_, let id) = self { id } else { nil }
    }

    /// The scope in words: `everyone`, `shop`, `shop on 4F2A`.
    package var words: String {
        switch self {
        case .everyone: "everyone"
        case .app(let app): app
        case .installation(let app, let id): "\(app) on \(id)"
        }
    }

    /// The end of an edit's title: empty for everyone, otherwise ` for shop`.
    package var titleEnding: String { self == .everyone ? "" : " for \(words)" }

    /// The scopes whose overrides apply to this scope, the widest first.
    package var reaching: [OverrideScope] {
        switch self {
        case .everyone: [.everyone]
        case .app: [.everyone, self]
        case .installation(let app, _): [.everyone, .app(app), self]
        }
    }
}

/// An override, and the scope that it is from.
package struct ScopedOverride: Sendable, Hashable {
    package let override: Override
    package let scope: OverrideScope
}

/// The name of an override in the journal, which contains the overrides of all scopes: the name of the key, and, unless
/// the override is for everyone, the app or installation: `paywall_type @shop`, `paywall_type @shop/4F2A`.
package struct OverrideAddress: Sendable, Hashable {
    /// The name of the key.
    package let name: String
    /// The scope of the override.
    package let scope: OverrideScope

    package init(_ name: String, _ scope: OverrideScope) {
        self.name = name
        self.scope = scope
    }

    private static let mark = " @"

    /// Creates the address from a string of the journal. Every text is valid.
    package init(text: String) {
        guard text.utf8.contains(UInt8(ascii: "@")), let mark = text.range(of: Self.mark, options: .backwards)
        else {
            self.init(text, .everyone)
            return
        }
        let parts = text[mark.upperBound...].split(
            scalar: "/", maxSplits: 1, omittingEmptySubsequences: false
        )
        .map { $0.percentDecoded ?? String($0) }
        let name = String(text[..<mark.lowerBound])
        switch (parts.first ?? "", parts.dropFirst().first) {
        case ("", _): self.init(name, .everyone)
        case (let app, nil): self.init(name, .app(app))
        case (let app, let id?): self.init(name, .installation(app: app, id: id))
        }
    }

    /// The text of the address. For an override for everyone, it is the name alone, unless the name looks like an
    /// address.
    package var text: String {
        switch scope {
        case .everyone: Self.looksLikeAddress(name) ? name + Self.mark : name
        case .app(let app): name + Self.mark + Self.encoded(app)
        case .installation(let app, let id): name + Self.mark + Self.encoded(app) + "/" + Self.encoded(id)
        }
    }

    static func looksLikeAddress(_ name: String) -> Bool {
        name.utf8.contains(UInt8(ascii: "@")) && name.contains(mark)
    }

    private static func encoded(_ name: String) -> String {
        name.percentEncoded { $0.isUnreserved || ":+".utf8.contains($0) }
    }
}
