import ExperimentsCore
import Foundation
import GrowthBookFeatures
import TestSupport
import Testing

/// The cases of GrowthBook's own suite, and those that were observed beside it: lists of values, by section.
enum RecordedCases: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case official = "cases", observed

    var testDescription: String { rawValue }

    /// The cases of a section; none where the file has none.
    func section(_ name: String) throws -> [[JSONValue]] {
        let json = try JSONValue(parsing: Array(try Conformance.data("growthbook/\(rawValue).json")))
        return (json.object?[name]?.array ?? []).compactMap(\.array)
    }
}

/// JSON without what two writings of one value differ in: the order of members and the digits of numbers.
indirect enum Plain: Hashable {
    case null, bool(Bool), number(Double), text([UInt8]), list([Plain]), object([String: Plain])

    init(_ json: JSONValue) {
        self =
            switch json {
            case .null: .null
            case .bool(let value): .bool(value)
            case .number(let text): .number(Double(text) ?? .nan)
            case .string(let text): .text(Array(text.utf8))
            case .array(let elements): .list(elements.map(Plain.init))
            case .object(let object):
                .object(Dictionary(uniqueKeysWithValues: object.members.map { ($0.name, Plain($0.value)) }))
            }
    }
}

/// What a context of a case evaluates.
func evaluator(
    _ context: JSONValue, _ options: EvaluationOptions = EvaluationOptions(),
    stickyBuckets: StickyBuckets? = nil
) throws -> FeatureEvaluator {
    let object = context.object ?? JSONObject()
    var members = JSONObject()
    for name in ["features", "experiments", "savedGroups", "contextualBandits"] {
        members[name] = object[name]
    }
    if members["features"] == nil { members["features"] = .object(JSONObject()) }
    let payload = try FeaturePayload(.object(members), options: options)
    var known = try EvaluationContext(object)
    if let stickyBuckets { known.stickyBuckets = stickyBuckets }
    return FeatureEvaluator(payload, for: known)
}
