import ExperimentsCore
import ExperimentsTransport
import Foundation

/// The key of a service account, by which a program identifies itself to Google's services: the content of the JSON file
/// that the Google Cloud console makes.
///
/// The private key is never part of a description, a dump or an error.
public struct ServiceAccountKey: Sendable, Hashable {
    /// The id of the project that the account belongs to, for example `my-shop-3f2a1`.
    public let projectID: String
    /// The id of the key; Google keeps several for an account.
    public let keyID: String
    /// The account's name, which looks like an e-mail address.
    public let clientEmail: String
    /// The address at which access tokens are requested.
    public let tokenURL: URL
    /// The name of the key in errors, usually the path of its file.
    public let origin: String

    let privateKey: PrivateKeyText
}

extension ServiceAccountKey: CustomStringConvertible, CustomReflectable {
    /// `key 3f2a… of publisher@my-shop.iam.gserviceaccount.com`.
    public var description: String { "key \(keyID) of \(clientEmail)" }

    /// As `description`: a dump shows no secrets either.
    public var customMirror: Mirror {
        Mirror(self, children: ["projectID": projectID, "keyID": keyID, "clientEmail": clientEmail])
    }
}

/// The PEM text of a private key. It prints as `(hidden)`.
struct PrivateKeyText: Sendable, Hashable {
    let pem: String
}

extension PrivateKeyText: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    var description: String { "(hidden)" }
    var debugDescription: String { description }
    var customMirror: Mirror { Mirror(self, children: []) }
}

/// What is wrong with the key file of a service account. It never quotes the private key.
public struct ServiceAccountKeyError: Error, Sendable, Hashable, CustomStringConvertible, OperatorError {
    /// The name of the key, usually the path of its file.
    public let origin: String
    /// The name of the JSON member that is wrong; nil if the file as a whole is.
    public let field: String?
    /// What is wrong and what was expected.
    public let problem: String
    /// What to do about it, if there is something to say.
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

    /// A value of another kind than expected. It is not quoted.
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
    /// The largest file that is read, in bytes; key files have some 2,400.
    private static let sizeLimit = 100_000

    /// Reads the key from a file.
    ///
    /// - Throws: `ServiceAccountKeyError` if the file cannot be read or does not hold the key of a service account.
    public init(contentsOfFile path: String) throws(ServiceAccountKeyError) {
        let bytes: [UInt8]
        do {
            bytes = try FileBytes.read(path, limit: Self.sizeLimit)
        } catch {
            throw ServiceAccountKeyError(path, error.message, advice: error.advice)
        }
        try self.init(json: bytes, origin: path)
    }

    /// Reads the key from the content of a file.
    ///
    /// - Parameters:
    ///   - json: the content, JSON in UTF-8.
    ///   - origin: the name of the key in errors, usually the path of its file.
    /// - Throws: `ServiceAccountKeyError` with the name of the member that is wrong, or with the line and column at which the
    ///   content is not JSON.
    public init(json: [UInt8], origin: String) throws(ServiceAccountKeyError) {
        let document: JSONValue
        do {
            document = try JSONValue(parsing: json)
        } catch {
            throw ServiceAccountKeyError(origin, "is not JSON: \(error)")
        }
        guard let object = document.object else {
            throw ServiceAccountKeyError(origin, expected: "a JSON object", found: document)
        }
        let fields = KeyFields(object: object, origin: origin)
        try fields.requireServiceAccount()
        projectID = try fields.projectID()
        keyID = try fields.plainText("private_key_id")
        clientEmail = try fields.plainText("client_email")
        tokenURL = try fields.url("token_uri")
        privateKey = try fields.privateKey()
        self.origin = origin
    }
}

/// Reads the members of a key file. Its errors name the member and never quote its value.
struct KeyFields {
    let object: JSONObject
    let origin: String

    func problem(_ field: String?, _ problem: String, advice: String? = nil) -> ServiceAccountKeyError {
        ServiceAccountKeyError(origin, field: field, problem, advice: advice)
    }

    /// Refuses Google's other JSON files, which are easily taken for a key file, and says which one it is.
    func requireServiceAccount() throws(ServiceAccountKeyError) {
        let advice = """
            make a key in the Google Cloud console: IAM & Admin, Service Accounts, the account, Keys, Add key, JSON
            """
        if object["project_info"] != nil {
            throw problem(nil, "is a google-services.json, not the key of a service account", advice: advice)
        }
        switch object["type"]?.string {
        case "service_account": return
        case "authorized_user":
            throw problem(nil, "contains the credentials of a person, not the key of a service account", advice: advice)
        case "external_account", "impersonated_service_account", "external_account_authorized_user":
            throw problem(nil, "delegates to another identity and has no key to sign with", advice: advice)
        case nil: throw problem("type", "is missing: it must be \"service_account\"", advice: advice)
        default: throw problem("type", "must be \"service_account\"", advice: advice)
        }
    }

    func text(_ field: String) throws(ServiceAccountKeyError) -> String {
        switch object[field] {
        case .string(let text)? where !text.isEmpty: return text
        case nil, .null?, .string?: throw problem(field, "is missing or empty")
        case let other?: throw ServiceAccountKeyError(origin, field: field, expected: "a string", found: other)
        }
    }

    /// A text that is shown in errors and sent in an assertion's claims.
    func plainText(_ field: String) throws(ServiceAccountKeyError) -> String {
        let text = try text(field)
        guard text.isVisibleASCII else {
            throw problem(field, "contains a blank or a character that is not visible ASCII")
        }
        return text
    }

    /// The project's id, checked because it is put into the paths of requests.
    func projectID() throws(ServiceAccountKeyError) -> String {
        let text = try plainText("project_id")
        guard text.isProjectID else {
            throw problem("project_id", "must be a project's id: letters, digits and hyphens, as in my-shop-3f2a1")
        }
        return text
    }

    func url(_ field: String) throws(ServiceAccountKeyError) -> URL {
        let text = try plainText(field)
        guard let url = URL(string: text), url.scheme == "https" || url.scheme == "http", url.host?.isEmpty == false
        else { throw problem(field, "must be a URL such as https://oauth2.googleapis.com/token") }
        return url
    }

    func privateKey() throws(ServiceAccountKeyError) -> PrivateKeyText {
        let pem = try text("private_key")
        guard !pem.contains("-----BEGIN ENCRYPTED PRIVATE KEY-----") else {
            throw problem(
                "private_key", "is encrypted; encrypted keys are not supported",
                advice: "decrypt it, or download a new key file")
        }
        guard pem.contains("-----BEGIN PRIVATE KEY-----") || pem.contains("-----BEGIN RSA PRIVATE KEY-----") else {
            throw problem("private_key", "must begin with -----BEGIN PRIVATE KEY-----")
        }
        guard !pem.contains(#"\n"#) else {
            throw problem(
                "private_key", #"has \n where line breaks should be"#,
                advice: #"the file was quoted twice: in JSON, write \n once for each line break"#)
        }
        return PrivateKeyText(pem: pem)
    }
}
