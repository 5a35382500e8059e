import ExperimentsCore
import ExperimentsTransport
import Foundation

/// The key of a service account, by which a program identifies itself to Google's services: the content of the JSON
/// file that the Google Cloud console creates.
///
/// The private key is never part of a description, a dump or an error.
public struct ServiceAccountKey: Sendable, Hashable {
    /// The id of the project that the account belongs to, for example `my-shop-3f2a1`.
    public let projectID: String
    /// The ID of the key; an account can have several.
    public let keyID: String
    /// The account's name, which looks like an e-mail address.
    public let clientEmail: String
    /// The address at which access tokens are requested.
    public let tokenURL: URL
    /// The name of the key in errors, usually the path of its file.
    public let origin: String

    let privateKey: SecretText
}

extension ServiceAccountKey: CustomStringConvertible, CustomReflectable {
    /// `key 3f2a… of publisher@my-shop.iam.gserviceaccount.com`.
    public var description: String { "key \(keyID) of \(clientEmail)" }

    /// Shows the same as `description`, so that a dump has no secrets either.
    public var customMirror: Mirror {
        Mirror(self, children: ["projectID": projectID, "keyID": keyID, "clientEmail": clientEmail])
    }
}

/// A problem with the key file of a service account. It never quotes the private key.
public struct ServiceAccountKeyError: Error, Sendable, Hashable, CustomStringConvertible, OperatorError {
    /// The name of the key, usually the path of its file.
    public let origin: String
    /// The name of the JSON member that is wrong; nil if the file as a whole is.
    public let field: String?
    /// The problem, and what was expected.
    public let problem: String
    /// A next step, if one is known.
    public let advice: String?
    /// The text between the member and the problem: a blank if the problem continues a sentence, otherwise a colon.
    private let separator: String

    init(_ origin: String, field: String? = nil, _ problem: String, advice: String? = nil) {
        self.origin = origin
        self.field = field
        self.problem = problem
        self.advice = advice
        separator = " "
    }

    /// Creates the error for a value of an unexpected kind. The value is not quoted.
    init(_ origin: String, field: String? = nil, expected: String, found: JSONValue) {
        self.origin = origin
        self.field = field
        problem = DocumentWords.expected(expected, found: found.foundKind)
        advice = nil
        separator = ": "
    }

    /// The file, the member and the problem: `key.json: token_uri is missing or empty`.
    public var message: String { "\(origin): " + (field.map { $0 + separator } ?? "") + problem }

    /// The message and the advice.
    public var description: String { message + (advice.map { "; " + $0 } ?? "") }
}

extension ServiceAccountKey {
    /// Reads the key from a file.
    ///
    /// - Throws: `ServiceAccountKeyError` if the file cannot be read or does not contain the key of a service account.
    public init(contentsOfFile path: String) throws(ServiceAccountKeyError) {
        try self.init(json: try KeyFields.bytes(of: path), origin: path)
    }

    /// Reads the key from the content of a file.
    ///
    /// - Parameters:
    ///   - json: the content, JSON in UTF-8.
    ///   - origin: the name of the key in errors, usually the path of its file.
    /// - Throws: `ServiceAccountKeyError` with the name of the member that is wrong, or with the line and column at which the
    ///   content is not JSON.
    public init(json: [UInt8], origin: String) throws(ServiceAccountKeyError) {
        let fields = try KeyFields(json: json, origin: origin)
        try fields.requireServiceAccount()
        try self.init(fields)
    }

    init(_ fields: KeyFields) throws(ServiceAccountKeyError) {
        projectID = try fields.projectID()
        keyID = try fields.plainText("private_key_id")
        clientEmail = try fields.plainText("client_email")
        tokenURL = try fields.url("token_uri")
        privateKey = try fields.privateKey()
        origin = fields.origin
    }
}
