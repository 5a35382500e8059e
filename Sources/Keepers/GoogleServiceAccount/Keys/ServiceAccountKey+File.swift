import ExperimentsCore
import Foundation

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
