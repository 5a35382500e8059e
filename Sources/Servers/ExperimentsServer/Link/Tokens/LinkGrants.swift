import ExperimentsSupport
import Foundation

/// The rights of the holder of a secret: to receive the overrides of one app, and to report what that app uses.
package struct LinkGrant: Sendable, Hashable {
    /// The first digits of the secret's digest, which identify the grant to people.
    package var id: String { String(digest.hexadecimal.prefix(8)) }
    /// The app.
    package let app: String
    /// The time when the secret was issued.
    package let issuedAt: Date
    /// The person who issued it.
    package let author: String?
    let digest: LinkDigest
}

/// The issued grants, except those that were revoked.
package struct LinkGrants: Sendable, Hashable {
    /// The maximum number of grants of one app. Another one replaces the oldest.
    package static let limitOfApp = 100
    /// The maximum number of grants of all apps.
    package static let limit = 10_000

    /// The grants, the oldest first.
    package private(set) var all: [LinkGrant]

    init(_ all: [LinkGrant] = []) {
        self.all = all
    }

    /// No grants.
    package static let none = LinkGrants()

    /// Returns the grant of a secret; nil if the secret is unknown or was revoked. It takes the same time for every
    /// secret.
    package func grant(for secret: LinkSecret) -> LinkGrant? {
        let digest = secret.digest
        var found: LinkGrant?
        for grant in all where grant.digest.isSame(as: digest) { found = grant }
        return found
    }

    /// Issues a secret for an app.
    ///
    /// - Returns: the grant.
    /// - Throws: `MessageError` if there are too many grants of other apps.
    mutating func issue(
        _ secret: LinkSecret, for app: String, by author: String?, at now: Date
    ) throws(MessageError) -> LinkGrant {
        let own = all.filter { $0.app == app }
        if own.count >= Self.limitOfApp, let oldest = own.first { all.removeAll { $0 == oldest } }
        guard all.count < Self.limit else {
            throw MessageError(
                "too many links: \(all.count)",
                advice: "use `experiments link --revoke --app NAME` to revoke links that are no longer needed"
            )
        }
        let grant = LinkGrant(app: app, issuedAt: now, author: author, digest: secret.digest)
        all.append(grant)
        return grant
    }

    /// Revokes the grants of an app, or one of them.
    ///
    /// - Parameters:
    ///   - app: the app; nil for all of them.
    ///   - id: the ID of the only grant to revoke; nil for all.
    /// - Returns: the revoked grants.
    mutating func revoke(app: String?, id: String? = nil) -> [LinkGrant] {
        let revoked = all.filter { (app == nil || $0.app == app) && (id == nil || $0.id == id) }
        all.removeAll { revoked.contains($0) }
        return revoked
    }
}

// The document: `{"version": 1, "links": [{"app", "digest", "issuedAt", "author"}]}`. A digest does not reveal its
// secret.
extension LinkGrants {
    private static let version = 1

    /// Reads a document in UTF-8.
    ///
    /// - Parameter path: the file, for messages.
    /// - Throws: `FileProblem` with the place of the first mistake.
    init(parsing bytes: [UInt8], at path: String) throws(FileProblem) {
        let document = try JSONValue(parsing: bytes) { error in
            FileProblem(
                path: path, message: "not JSON: \(error.message)", line: error.line, column: error.column,
                advice: Self.advice)
        }
        var decoder = DocumentDecoder<JSONValue>(unknownMembers: .ignored)
        if let grants = Self.grants(document, &decoder), decoder.errorCount == 0 {
            self.init(grants)
            return
        }
        let fault = decoder.faults.first ?? DocumentFault(DocumentPath(), "it cannot be read")
        let place = JSONPlaces(bytes).place(of: fault.path)
        throw FileProblem(
            path: path, message: "\(fault.path): \(fault.message)", line: place.line, column: place.column,
            advice: fault.advice ?? Self.advice)
    }

    private static let advice = "repair the file, or delete it and link the apps again; it was not changed"

    private static func grants(_ document: JSONValue, _ decoder: inout DocumentDecoder<JSONValue>)
        -> [LinkGrant]?
    {
        let expected = "an object with \"version\" and \"links\""
        guard let root = decoder.record(document, fields: nil, expected: expected),
            let node = decoder.required("version", of: root)
        else { return nil }
        guard node.int == version else {
            return decoder.expected(
                String(version), at: "version", found: node, advice: "use a newer version of this program")
        }
        guard let links = decoder.required("links", of: root) else { return nil }
        decoder.enter("links")
        defer { decoder.leave() }
        return decoder.list(links)?.enumerated().compactMap { index, element in
            decoder.enter(index)
            defer { decoder.leave() }
            return grant(element, &decoder)
        }
    }

    private static func grant(_ element: JSONValue, _ decoder: inout DocumentDecoder<JSONValue>) -> LinkGrant?
    {
        guard let record = decoder.record(element, fields: nil, skipsNothing: true),
            let app = decoder.requiredText("app", of: record),
            let digits = decoder.requiredText("digest", of: record),
            let time = decoder.requiredText("issuedAt", of: record)
        else { return nil }
        guard let digest = LinkDigest(hexadecimal: digits) else {
            return decoder.expected("64 hexadecimal digits", at: "digest", found: record["digest"])
        }
        guard let issuedAt = RFC3339.date(from: time) else {
            return decoder.expected(
                "a time such as 2026-03-01T09:30:00Z", at: "issuedAt", found: record["issuedAt"])
        }
        return LinkGrant(
            app: app, issuedAt: issuedAt, author: decoder.text("author", of: record), digest: digest)
    }

    /// The document: indented, with a newline at the end.
    var documentBytes: [UInt8] {
        let links = all.map { grant -> JSONValue in
            var link = JSONObject()
            link["app"] = .string(grant.app)
            link["digest"] = .string(grant.digest.hexadecimal)
            link["issuedAt"] = .string(RFC3339.shortestText(of: grant.issuedAt))
            link["author"] = grant.author.map(JSONValue.string)
            return .object(link)
        }
        let document: JSONValue = ["version": .number(String(Self.version)), "links": .array(links)]
        return document.prettyBytes + [UInt8(ascii: "\n")]
    }
}
