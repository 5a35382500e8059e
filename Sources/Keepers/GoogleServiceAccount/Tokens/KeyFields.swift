import ExperimentsCore
import ExperimentsSupport
import ExperimentsTransport
import Foundation

/// Reads the members of a key file. Its errors name the member and never quote its value.
struct KeyFields {
    let object: JSONObject
    let origin: String

    /// The largest file that is read, in bytes; key files have some 2,400.
    private static let sizeLimit = 100_000

    /// Returns the content of a file.
    static func bytes(of path: String) throws(ServiceAccountKeyError) -> [UInt8] {
        // Some systems keep the content of the file in the variable that should name it.
        guard !path.contains(where: \.isNewline), !path.hasScalarPrefix("{"), !path.contains("PRIVATE KEY")
        else {
            throw ServiceAccountKeyError(
                "the key file", "is named by its content instead of its path",
                advice: "write the content to a file, and use the path of that file")
        }
        do {
            return try FileBytes.read(path, limit: sizeLimit)
        } catch {
            throw ServiceAccountKeyError(path, error.message, advice: error.advice)
        }
    }

    init(object: JSONObject, origin: String) {
        self.object = object
        self.origin = origin
    }

    init(json: [UInt8], origin: String) throws(ServiceAccountKeyError) {
        let document = try JSONValue(parsing: json) { ServiceAccountKeyError(origin, "is not JSON: \($0)") }
        guard let object = document.object else {
            throw ServiceAccountKeyError(origin, expected: "a JSON object", found: document)
        }
        self.init(object: object, origin: origin)
    }

    func problem(_ field: String?, _ problem: String, advice: String? = nil) -> ServiceAccountKeyError {
        ServiceAccountKeyError(origin, field: field, problem, advice: advice)
    }

    /// Refuses Google's other JSON files, which are easily mistaken for a key file, and names the kind of file.
    func requireServiceAccount() throws(ServiceAccountKeyError) {
        let advice = """
            create a key in the Google Cloud console: IAM & Admin, Service Accounts, the account, Keys, Add key, JSON
            """
        if object["project_info"] != nil {
            throw problem(nil, "is a google-services.json, not the key of a service account", advice: advice)
        }
        switch object["type"]?.string {
        case "service_account": return
        case "authorized_user":
            throw problem(
                nil, "contains the credentials of a person, not the key of a service account", advice: advice)
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
        case let other?:
            throw ServiceAccountKeyError(origin, field: field, expected: "a string", found: other)
        }
    }

    /// Returns a string that is shown in errors and sent in an assertion's claims.
    func plainText(_ field: String) throws(ServiceAccountKeyError) -> String {
        let text = try text(field)
        guard text.isVisibleASCII else {
            throw problem(field, "contains a space or a character that is not visible ASCII")
        }
        return text
    }

    /// Returns the project's ID, checked because it becomes part of the paths of requests.
    func projectID() throws(ServiceAccountKeyError) -> String {
        let text = try plainText("project_id")
        guard text.isProjectID else {
            throw problem(
                "project_id", "must be a project ID: letters, digits and hyphens, as in my-shop-3f2a1")
        }
        return text
    }

    func url(_ field: String) throws(ServiceAccountKeyError) -> URL {
        let text = try plainText(field)
        guard let url = URL(string: text), url.scheme == "https" || url.scheme == "http",
            url.host?.isEmpty == false
        else { throw problem(field, "must be a URL such as https://oauth2.googleapis.com/token") }
        return url
    }

    func privateKey() throws(ServiceAccountKeyError) -> SecretText {
        let pem = try text("private_key")
        guard !pem.contains("-----BEGIN ENCRYPTED PRIVATE KEY-----") else {
            throw problem(
                "private_key", "is encrypted; encrypted keys are not supported",
                advice: "decrypt it, or download a new key file")
        }
        guard pem.contains("-----BEGIN PRIVATE KEY-----") || pem.contains("-----BEGIN RSA PRIVATE KEY-----")
        else {
            throw problem("private_key", "must begin with -----BEGIN PRIVATE KEY-----")
        }
        guard !pem.contains(#"\n"#) else {
            throw problem(
                "private_key", #"contains \n instead of line breaks"#,
                advice: #"the file was escaped twice: in JSON, write \n once for each line break"#)
        }
        return SecretText(text: pem)
    }
}

/// A string that is as good as a password. It prints as `(hidden)`.
struct SecretText: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    let text: String

    var description: String { "(hidden)" }
    var debugDescription: String { description }
    var customMirror: Mirror { Mirror(self, children: []) }
}
