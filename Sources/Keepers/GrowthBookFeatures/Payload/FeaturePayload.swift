import ExperimentsCore

/// A payload as GrowthBook's servers send it to SDKs: features with their rules, and everything the rules refer to. It
/// is read once, and can be evaluated for any number of users.
public struct FeaturePayload: Sendable {
    /// The options for reading it.
    public let options: EvaluationOptions
    /// The features, in the order of the payload.
    public let features: [Feature]
    /// Experiments that run without a feature.
    public let experiments: [Experiment]
    /// The time at which the server created it, as a string from the payload; nil if it contains none.
    public let dateUpdated: String?
    /// The problems of parts that could not be read. All other parts were read.
    public internal(set) var problems: [PayloadProblem]

    let places: [ExactText: Int]
    let groups: [ExactText: SavedGroup]
    let bandits: [String]
    /// The attributes that conditions use.
    let conditionAttributes: Set<String>
    /// The attributes by which rules identify users.
    let hashAttributes: [String]
    /// The attributes of experiments for which stored assignments are read.
    let stickyAttributes: [String]
    /// The features, each after its prerequisites, if some prerequisites are nested too deeply to be evaluated
    /// recursively; otherwise empty.
    let deepOrder: [Int]
    /// The payload in its original form, decrypted.
    let json: JSONObject

    /// Returns the feature with this key.
    public func feature(_ key: String) -> Feature? {
        places[ExactText(key)].map { features[$0] }
    }

    /// The names of the attributes that rules and conditions use, in alphabetical order.
    public var attributeNames: [String] {
        conditionAttributes.union(hashAttributes).subtracting([""]).sorted()
    }
}

/// The reason why a payload, or a part of it, cannot be used.
public struct PayloadProblem: Error, Sendable, Hashable, CustomStringConvertible, OperatorError {
    /// The kind of a problem.
    public enum Kind: Sendable, Hashable {
        /// The payload is not JSON, or not a payload, so nothing can be used.
        case unreadable
        /// The server sent an error instead of a payload.
        case refusal
        /// A member cannot be decrypted.
        case encrypted
        /// A part is not valid, and is left out.
        case part
    }

    /// The kind of problem.
    public let kind: Kind
    /// The path in the payload; empty for the payload as a whole.
    public let path: DocumentPath
    /// The problem.
    public let message: String
    /// A next step, if one is known.
    public let advice: String?
    /// The line, from 1, if the text of the payload is known.
    public fileprivate(set) var line: Int?
    /// The column, from 1 and in bytes, if the text of the payload is known.
    public fileprivate(set) var column: Int?

    init(_ kind: Kind, at path: DocumentPath = DocumentPath(), _ message: String, advice: String? = nil) {
        self.kind = kind
        self.path = path
        self.message = message
        self.advice = advice
    }

    init(_ kind: Kind, _ fault: DocumentFault) {
        self.init(kind, at: fault.path, fault.message, advice: fault.advice)
    }

    /// Returns the same problem with its line and column in a string, if the text contains its place.
    ///
    /// - Parameters:
    ///   - places: the places of the text.
    ///   - json: the parsed text.
    ///   - replaced: the members of the payload that are not in the text.
    package func located(
        in places: JSONPlaces, of json: JSONValue, without replaced: Set<String> = []
    ) -> PayloadProblem {
        if case .member(let name)? = path.steps.first {
            // Encrypted content has no places in the text.
            guard let object = json.object, object[name] != nil, !replaced.contains(name),
                !PayloadDecryption.isEncrypted(name, in: object)
            else { return self }
        } else if kind != .unreadable {
            return self
        }
        var problem = self
        (problem.line, problem.column) = places.place(of: path)
        return problem
    }

    package var sentence: String { (path.steps.isEmpty ? "" : "\(path): ") + message }

    package var place: ErrorPlace? { line.map { ErrorPlace(line: $0, column: column) } }

    package var details: JSONObject {
        var members = JSONObject()
        if !path.steps.isEmpty { members["path"] = .string(path.description) }
        return members
    }

    /// `line:column: path: message; advice`, as far as they are known.
    public var description: String { ErrorReport(self).headline }
}

extension FeaturePayload {
    /// Reads a payload: the complete response of a server, or only the object of features.
    ///
    /// - Parameters:
    ///   - bytes: JSON in UTF-8.
    ///   - options: the options for evaluating its rules.
    ///   - key: the key, in base64, that decrypts encrypted members.
    /// - Throws: `PayloadProblem` if nothing can be used. Problems with parts are in ``problems``.
    public init(
        parsing bytes: [UInt8], options: EvaluationOptions = EvaluationOptions(),
        decryptionKey key: String? = nil
    ) throws(PayloadProblem) {
        let json = try JSONValue(parsing: bytes) { error in
            var problem = PayloadProblem(.unreadable, "the payload is not JSON: \(error.message)")
            (problem.line, problem.column) = (error.line, error.column)
            return problem
        }
        do throws(PayloadProblem) {
            try self.init(json, options: options, decryptionKey: key)
        } catch {
            throw error.located(in: JSONPlaces(bytes), of: json)
        }
        locateProblems(in: bytes, as: json)
    }

    /// Adds lines and columns to the problems whose location is in a text.
    ///
    /// - Parameters:
    ///   - bytes: the text.
    ///   - json: the parsed text.
    ///   - replaced: the members of the payload that differ from those of the text.
    package mutating func locateProblems(
        in bytes: [UInt8], as json: JSONValue, without replaced: Set<String> = []
    ) {
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
                .unreadable, DocumentWords.expected("an object with `features`", found: json.found))
        }
        if let refusal = Self.refusal(written) { throw refusal }
        var decryption = PayloadDecryption(key: key)
        let isWhole = written.members.contains { Self.marks.contains($0.name) }
        // SDKs keep their features if a response has none. In a plain object of features, all members are objects.
        guard isWhole || written.members.contains(where: { $0.value.object != nil }) else {
            throw PayloadProblem(.unreadable, "no member `features`")
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
            object["status"]?.double.map({ $0 >= 400 }) == true
                || object["status"] == nil && object.members.count == 1
        else { return nil }
        guard let text = object["error"]?.string ?? object["message"]?.string else { return nil }
        return PayloadProblem(.refusal, "this is an error response, not a payload: \(text)")
    }
}

/// Decrypts the encrypted members of a payload, each separately.
struct PayloadDecryption {
    let key: String?
    private(set) var problems: [PayloadProblem] = []

    private static let members = [
        ("encryptedFeatures", "features"), ("encryptedExperiments", "experiments"),
        ("encryptedSavedGroups", "savedGroups"), ("encryptedContextualBandits", "contextualBandits"),
    ]

    /// Returns whether a payload has a member in encrypted form, possibly in addition to an empty plain member.
    static func isEncrypted(_ plain: String, in object: JSONObject) -> Bool {
        members.contains { $0.1 == plain && object[$0.0]?.string?.isEmpty == false }
    }

    mutating func decrypted(_ object: JSONObject) -> JSONObject {
        var result = object
        for (encrypted, plain) in Self.members {
            let written = object[encrypted] ?? .null
            guard let text = written.string, !text.isEmpty else {
                if written.isTruthy {
                    let message = DocumentWords.expected(JSONValue.terms.text, found: written.found)
                    problems.append(PayloadProblem(.part, at: DocumentPath()[encrypted], message))
                }
                continue
            }
            result[encrypted] = nil
            guard let key else {
                problems.append(
                    PayloadProblem(
                        .encrypted, "\(plain) are encrypted", advice: "give the connection's decryption key"))
                continue
            }
            guard let bytes = PayloadCipher.text(of: text, key: key),
                let value = try? JSONValue(parsing: bytes)
            else {
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
