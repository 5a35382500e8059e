import ExperimentsCore

/// The result of OFREP for one flag. For the sake of providers that would fail otherwise, `variant` and `metadata` are
/// always present, errors always have details, and nothing in it changes by itself.
struct FlagEvaluation: Sendable, Hashable {
    /// A value, or the reason why there is none.
    enum Outcome: Sendable, Hashable {
        /// A value; nil to let the app use the default in its code.
        case value(JSONValue?, EvaluationReason, variant: String)
        /// The reason why there is no value, in words.
        case failure(EvaluationErrorCode, String)
    }

    /// The flag's name.
    let key: String
    /// The key's status, if there is such a key.
    let status: KeyStatus?
    /// The value, or the reason why there is none.
    let outcome: Outcome

    /// The status of an answer that says this alone.
    var httpStatus: Int {
        switch outcome {
        case .value: 200
        case .failure(let code, _): code.httpStatus
        }
    }

    /// The object, as it stands in an answer.
    var json: JSONValue {
        var members = JSONObject()
        members["key"] = .string(key)
        switch outcome {
        case .value(let value, let reason, let variant):
            members["value"] = value
            members["reason"] = .string(reason.rawValue)
            members["variant"] = .string(variant)
        case .failure(let code, let details):
            members["errorCode"] = .string(code.rawValue)
            members["errorDetails"] = .string(details)
        }
        members["metadata"] = status.map { ["status": .string($0.rawValue)] } ?? [:]
        return .object(members)
    }

    /// Returns the result for a name that no flag has.
    static func notFound(_ key: String) -> FlagEvaluation {
        FlagEvaluation(
            key: key, status: nil,
            outcome: .failure(.flagNotFound, "No declared key is called \(Quotation.of(key))."))
    }

    /// Why there are no values before the first fetch, in a sentence.
    static let notFetched = "The source was not fetched yet; its values are not known."
}
