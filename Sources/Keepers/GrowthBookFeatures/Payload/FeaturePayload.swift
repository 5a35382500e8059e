import ExperimentsCore

/// A payload as GrowthBook's servers send it to SDKs: features with their rules, and everything the rules refer to. It
/// is read once, and can be evaluated for any number of users.
public struct FeaturePayload: Sendable {
    /// The options with which it was read.
    public let options: EvaluationOptions
    /// The features, in the order of the payload.
    public let features: [Feature]
    /// Experiments that run without a feature.
    public let experiments: [Experiment]
    /// The time at which the server created it, as a text of the payload; nil if it does not say.
    public let dateUpdated: String?
    /// What could not be read. The rest is there.
    public internal(set) var problems: [PayloadProblem]

    let places: [ExactText: Int]
    let groups: [ExactText: SavedGroup]
    let bandits: [String]
    /// The attribute paths that conditions use.
    let paths: [AttributePath]
    /// The attributes by which rules identify users.
    let hashAttributes: [String]
    /// The attributes of experiments for which stored assignments are read.
    let stickyAttributes: [String]
    /// The features, each after its prerequisites, if some prerequisites are nested too deeply to be evaluated
    /// recursively; otherwise empty.
    let deepOrder: [Int]
    /// The payload as it was given, decrypted.
    let json: JSONObject

    /// Returns the feature with this key.
    public func feature(_ key: String) -> Feature? {
        places[ExactText(key)].map { features[$0] }
    }

    /// The names of the attributes that rules and conditions use, in alphabetical order.
    public var attributeNames: [String] {
        Set(paths.map { $0.parts.first ?? "" } + hashAttributes).subtracting([""]).sorted()
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
    /// What is wrong.
    public let message: String
    /// What to do about it.
    public let advice: String?
    /// The line, from 1, if the text of the payload is known.
    public private(set) var line: Int?
    /// The column, from 1 and in bytes, if the text of the payload is known.
    public private(set) var column: Int?

    init(_ kind: Kind, at path: DocumentPath = DocumentPath(), _ message: String, advice: String? = nil) {
        (self.kind, self.path, self.message, self.advice) = (kind, path, message, advice)
    }

    init(_ kind: Kind, _ fault: DocumentFault) {
        self.init(kind, at: fault.path, fault.message, advice: fault.advice)
    }

    /// Returns the same problem with its line and column in a text, if what it is about is in the text.
    ///
    /// - Parameters:
    ///   - places: the places of the text.
    ///   - json: what the text says.
    ///   - replaced: the members of the payload that are not those of the text.
    package func located(
        in places: JSONPlaces, of json: JSONValue, without replaced: Set<String> = []
    ) -> PayloadProblem {
        if case .member(let name)? = path.steps.first {
            // What was encrypted has no places in the text.
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
