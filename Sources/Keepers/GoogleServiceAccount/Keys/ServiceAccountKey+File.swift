import ExperimentsCore
import Foundation

extension ServiceAccountKey {
    /// The largest file that is taken for a key; real ones have some 2,400 bytes.
    private static let sizeLimit = 100_000

    /// The key that a file holds.
    ///
    /// - Throws: `ServiceAccountKeyError` for a file that cannot be read or is not the key of a service account.
    public init(contentsOfFile path: String) throws(ServiceAccountKeyError) {
        let bytes: [UInt8]
        do {
            bytes = try FileBytes.read(path, limit: Self.sizeLimit)
        } catch {
            throw ServiceAccountKeyError(path, error.message, advice: error.advice)
        }
        try self.init(json: bytes, origin: path)
    }

    /// The key that a file's content is.
    ///
    /// - Parameters:
    ///   - json: the content.
    ///   - origin: what errors call it, usually the file's path.
    /// - Throws: `ServiceAccountKeyError` that names the member at fault, or the line and column of what is not JSON.
    public init(json: [UInt8], origin: String) throws(ServiceAccountKeyError) {
        let document: JSONValue
        do {
            document = try JSONValue(parsing: json)
        } catch {
            throw ServiceAccountKeyError(origin, "is not JSON: \(error)")
        }
        guard let object = document.object else {
            throw ServiceAccountKeyError(origin, "must be a JSON object, found \(document.kindName)")
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
