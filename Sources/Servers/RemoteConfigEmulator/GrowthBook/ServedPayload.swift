import ExperimentsCore
import Foundation

/// A payload of GrowthBook features as it is sent to SDKs.
struct ServedPayload: Sendable {
    /// The document, on one line.
    private(set) var json: JSONValue
    /// The document as it is sent.
    private(set) var body: [UInt8]
    /// A tag that identifies the content of the document.
    let tag: String
    /// The time of the last change to its content; nil before it is served.
    private(set) var builtAt: Date?
    /// The number of features; nil if they are encrypted.
    let featureCount: Int?

    /// Reads a payload: the answer of a server, or only features.
    ///
    /// - Throws: `FileProblem` for a payload that SDKs cannot use.
    init(_ bytes: [UInt8], path: String) throws(FileProblem) {
        let value = try JSONValue(parsing: bytes) { FileProblem(path: path, message: "is not JSON: \($0)") }
        guard let root = value.object else {
            throw FileProblem(
                path: path, message: DocumentWords.expected("an object with `features`", found: value.found),
                advice: "save the response of GrowthBook at /api/features/CLIENT_KEY")
        }
        var document = JSONObject()
        document["status"] = 200
        let isWhole = root["features"] != nil || root["encryptedFeatures"] != nil
        if isWhole {
            for member in root.members { document[member.name] = member.value }
        } else {
            document["features"] = .object(root)
        }
        if let features = document["features"], features != .null, features.object == nil {
            let place = JSONPlaces(bytes).place(of: DocumentPath()["features"])
            throw FileProblem(
                path: path,
                message: "features: " + DocumentWords.expected("an object", found: features.found),
                line: place.line, column: place.column)
        }
        featureCount =
            document["encryptedFeatures"] == nil ? document["features"]?.object?.members.count ?? 0 : nil
        // The time in the file comes from the server that it was saved from, and does not change with later edits.
        document[Self.timeMember] = nil
        json = .object(document)
        body = json.compactBytes
        tag = String(ContentHash(body).value, radix: 16)
    }

    /// The time at which GrowthBook's server built a payload. SDKs treat payloads with the same time as equal.
    private static let timeMember = "dateUpdated"

    /// Returns the payload with the time of the last change to its content, which is always later than that of an
    /// earlier one.
    func built(at now: Date, after former: ServedPayload?) -> ServedPayload {
        // SDKs compare texts with milliseconds.
        let time = former?.builtAt.map { max(now, $0.addingTimeInterval(0.001)) } ?? now
        var (payload, document) = (self, json.object ?? JSONObject())
        document[Self.timeMember] = .string(RFC3339.text(of: time, milliseconds: true))
        payload.json = .object(document)
        payload.body = payload.json.compactBytes
        payload.builtAt = time
        return payload
    }

    /// Reads the payload in a file.
    static func file(_ path: String) throws(FileProblem) -> ServedPayload {
        try ServedPayload(try FileBytes.read(path, limit: largestFile), path: path)
    }

    /// The maximum size of a file in bytes.
    private static let largestFile = 50_000_000
}
