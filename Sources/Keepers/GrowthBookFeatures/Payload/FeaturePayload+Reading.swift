import ExperimentsCore
import ExperimentsSupport

extension FeaturePayload {
    /// Reads a payload: the complete response of a server, or only the object of features.
    ///
    /// - Parameters:
    ///   - bytes: JSON in UTF-8.
    ///   - options: the options for evaluating its rules.
    ///   - key: the key, in base64, with which encrypted members are decrypted.
    /// - Throws: `PayloadProblem` if nothing can be used. Problems with parts are in ``problems``.
    public init(
        parsing bytes: [UInt8], options: EvaluationOptions = EvaluationOptions(), decryptionKey key: String? = nil
    ) throws(PayloadProblem) {
        let json: JSONValue
        do throws(JSONProblem) {
            json = try JSONValue(parsing: bytes)
        } catch {
            throw PayloadProblem(.unreadable, "the payload is not JSON: \(error)")
        }
        do throws(PayloadProblem) {
            try self.init(json, options: options, decryptionKey: key)
        } catch {
            throw error.located(in: JSONPlaces(bytes), of: json)
        }
        locateProblems(in: bytes, as: json)
    }

    /// Gives the problems the lines and columns that they have in a text, as far as they are in it.
    ///
    /// - Parameters:
    ///   - bytes: the text.
    ///   - json: what the text says.
    ///   - replaced: the members of the payload that are not those of the text.
    package mutating func locateProblems(in bytes: [UInt8], as json: JSONValue, without replaced: Set<String> = []) {
        guard !problems.isEmpty else { return }
        let places = JSONPlaces(bytes)
        problems = problems.map { $0.located(in: places, of: json, without: replaced) }
    }

    /// Creates a payload from JSON that has already been parsed.
    public init(
        _ json: JSONValue, options: EvaluationOptions = EvaluationOptions(), decryptionKey key: String? = nil
    ) throws(PayloadProblem) {
        guard let written = json.object else {
            throw PayloadProblem(
                .unreadable, DocumentWords.expected("an object with 'features'", found: json.found))
        }
        if let refusal = Self.refusal(written) { throw refusal }
        var decryption = PayloadDecryption(key: key)
        let isWhole = written.members.contains { Self.marks.contains($0.name) }
        // SDKs keep what they have if an answer has no features. Features alone are objects.
        guard isWhole || written.members.contains(where: { $0.value.object != nil }) else {
            throw PayloadProblem(.unreadable, "there is no member 'features'")
        }
        let object = isWhole ? decryption.decrypted(written) : Self.wrapping(written)
        var reader = PayloadReader(options: options)
        try reader.read(object, isWhole: isWhole)
        self = reader.payload(object)
        problems = decryption.problems + problems
    }

    /// The members that distinguish a payload from a map of features.
    private static let marks: Set = ["features", "encryptedFeatures"]

    private static func wrapping(_ features: JSONObject) -> JSONObject {
        JSONObject(distinct: [JSONObject.Member(name: "features", value: .object(features))])
    }

    /// Returns the problem that a server reports if it has no payload.
    private static func refusal(_ object: JSONObject) -> PayloadProblem? {
        guard object["features"] == nil, object["encryptedFeatures"] == nil,
            object["status"]?.double.map({ $0 >= 400 }) == true || object["status"] == nil && object.members.count == 1
        else { return nil }
        guard let text = object["error"]?.string ?? object["message"]?.string else { return nil }
        return PayloadProblem(.refusal, "this is not a payload but a refusal: \(text)")
    }
}

/// Makes the encrypted members of a payload readable, each by itself.
struct PayloadDecryption {
    let key: String?
    private(set) var problems: [PayloadProblem] = []

    private static let members = [
        ("encryptedFeatures", "features"), ("encryptedExperiments", "experiments"),
        ("encryptedSavedGroups", "savedGroups"), ("encryptedContextualBandits", "contextualBandits"),
    ]

    init(key: String?) {
        self.key = key
    }

    /// Returns whether a payload has a member in encrypted form, in place of which it may have an empty one.
    static func isEncrypted(_ plain: String, in object: JSONObject) -> Bool {
        members.contains { $0.1 == plain && object[$0.0]?.string?.isEmpty == false }
    }

    mutating func decrypted(_ object: JSONObject) -> JSONObject {
        var result = object
        for (encrypted, plain) in Self.members {
            guard let text = object[encrypted]?.string, !text.isEmpty else { continue }
            result[encrypted] = nil
            guard let key else {
                problems.append(
                    PayloadProblem(
                        .encrypted, "\(plain) are encrypted", advice: "give the connection's decryption key"))
                continue
            }
            guard let bytes = PayloadCipher.text(of: text, key: key), let value = try? JSONValue(parsing: bytes) else {
                problems.append(
                    PayloadProblem(
                        .encrypted, "\(plain) cannot be decrypted",
                        advice: "check that this is the connection's decryption key"))
                continue
            }
            result[plain] = value
        }
        return result
    }
}
