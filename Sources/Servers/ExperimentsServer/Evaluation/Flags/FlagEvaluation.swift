import ExperimentsCore

/// The result of OFREP for one flag. Because some providers would fail otherwise, `variant` and `metadata` are always
/// present, errors always have details, and the result does not change without a reason.
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

    /// The HTTP status of an answer with only this result.
    var httpStatus: Int {
        switch outcome {
        case .value: 200
        case .failure(let code, _): code.httpStatus
        }
    }

    /// The JSON object of an answer.
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
            key: key, status: nil, outcome: .failure(.flagNotFound, "No declared key \(Quotation.of(key))."))
    }

    /// The reason why there are no values before the first fetch, in a sentence.
    static let notFetched = "The source has not been fetched yet."
}

extension FlagEvaluation {
    /// Creates the evaluation of a key: the value that an app would get, if there is one.
    ///
    /// - Parameters:
    ///   - row: the resolved key.
    ///   - decision: how the source decided on its value.
    ///   - group: the variant of this installation according to the source, if it is an experiment.
    ///   - failure: the reason why the source has no values, in a sentence; nil before the first fetch.
    init(
        _ row: ReportRow, _ decision: ContextDecision = .everybody, group: String? = nil,
        failure: String? = nil
    ) {
        let schema = row.key.schema
        let outcome: Outcome
        switch row.status {
        case .override:
            let text = row.overrideText ?? ""
            // The type of an undeclared name is guessed from the source's text, and an override of it may have another
            // type.
            let schema = FlagValue(text, schema) == nil ? ValueSchema(suggestedBy: text) : schema
            outcome = .value(
                FlagValue(text, schema)?.json, .static,
                variant: Self.variant(of: text, schema) ?? ValueSource.override.rawValue)
        case .ok, .undeclared:
            let text = row.valueText ?? ""
            let value = FlagValue(text, schema)
            outcome =
                Self.failure(decision)
                ?? .value(
                    value?.json, value?.json == nil ? .default : Self.reason(decision),
                    variant: Self.variant(decision) ?? Self.variant(of: text, schema) ?? group
                        ?? ValueSource.source.rawValue)
        case .default, .missing: outcome = Self.failure(decision) ?? Self.fallback(row)
        case .incorrect:
            outcome = (row.overrideText == nil ? Self.failure(decision) : nil) ?? Self.fallback(row)
        case .unknown: outcome = .failure(.general, failure ?? Self.notFetched)
        }
        self.init(key: row.name, status: row.status, outcome: outcome)
    }

    /// The supplier of a value, if nothing more specific is known.
    private enum ValueSource: String {
        case source
        case override
        case `default`
    }

    private static func fallback(_ row: ReportRow) -> Outcome {
        let schema = row.key.schema
        guard let text = schema.defaultText else {
            guard let problem = row.problem else {
                return .value(nil, .default, variant: ValueSource.default.rawValue)
            }
            return .failure(.parseError, problem.description)
        }
        return .value(
            FlagValue(text, schema)?.json, .default,
            variant: variant(of: text, schema) ?? ValueSource.default.rawValue)
    }

    private static func failure(_ decision: ContextDecision) -> Outcome? {
        guard case .unassigned(let name) = decision else { return nil }
        return .failure(
            .targetingKeyMissing,
            "A percentage decides, by \(Quotation.of(name)); the context has neither that nor a targetingKey."
        )
    }

    private static func reason(_ decision: ContextDecision) -> EvaluationReason {
        switch decision {
        case .everybody: .static
        case .condition: .targetingMatch
        case .percentage: .split
        case .otherwise, .unassigned: .default
        case .elsewhere(let reason, _): reason
        }
    }

    private static func variant(_ decision: ContextDecision) -> String? {
        if case .elsewhere(_, let variant) = decision { variant } else { nil }
    }

    /// Returns the name of a value that is one of few: an experiment's group, a boolean, a case.
    private static func variant(of text: String, _ schema: ValueSchema) -> String? {
        if schema.understandsBaseline { return text }
        switch schema.kind {
        case .bool: return BooleanText.value(of: text).map { $0 ? "true" : "false" }
        case .string: return schema.cases.isEmpty ? nil : text
        case .int, .double, .json, .duration, .url, .date: return nil
        }
    }
}

/// The reason why a flag has no value, in the words of OpenFeature that servers use.
package enum EvaluationErrorCode: String, Sendable, Hashable {
    /// The text is not a value of the flag's type.
    case parseError = "PARSE_ERROR"
    /// A percentage needs a targeting key, which the context does not have.
    case targetingKeyMissing = "TARGETING_KEY_MISSING"
    /// The context is not valid.
    case invalidContext = "INVALID_CONTEXT"
    /// There is no flag with this name.
    case flagNotFound = "FLAG_NOT_FOUND"
    /// Anything else.
    case general = "GENERAL"

    /// The HTTP status of an answer about only this flag.
    var httpStatus: Int {
        switch self {
        case .parseError, .targetingKeyMissing, .invalidContext: 400
        case .flagNotFound: 404
        // Not 503, because providers do not read its body.
        case .general: 500
        }
    }
}
