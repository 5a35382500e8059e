import ExperimentsSupport
import Foundation

/// Reads events from the tracking plugin of GrowthBook's SDKs: a list in which `Experiment Viewed`, or in newer
/// versions `$$experiment_viewed`, is an exposure.
package enum GrowthBookEvents {
    /// The maximum number of events in a request.
    package static let limit = 1000

    /// Reads a request's body.
    ///
    /// The events have no times, so they count as happening now. Each belongs to its user, or to its device if the user
    /// is in no experiment. Evaluations of features (`Feature Evaluated`, `$$feature_evaluated`) are skipped.
    ///
    /// - Throws: `EventFileProblem` if the body is not a list of events.
    package static func events(_ body: [UInt8], at now: Date) throws(EventFileProblem) -> [TrackedEvent] {
        let value = try JSONValue(parsing: body) { EventFileProblem("the body is not JSON: \($0)") }
        guard let list = value.array else { throw EventFileProblem("the body is not a list of events") }
        guard list.count <= limit else { throw EventFileProblem("the body has more than \(limit) events") }
        var events: [TrackedEvent] = []
        for (index, item) in list.enumerated() {
            guard let object = item.object, let name = object["event_name"]?.string, !name.isEmpty else {
                throw EventFileProblem("event \(index + 1) has no `event_name`")
            }
            if let event = event(name, object, at: now) { events.append(event) }
        }
        return events
    }

    private static func event(_ name: String, _ object: JSONObject, at now: Date) -> TrackedEvent? {
        let properties = properties(of: object)
        let units = ["user_id", "device_id"].compactMap { userID(object[$0]) }
        switch name {
        case "Feature Evaluated", "$$feature_evaluated": return nil
        case "Experiment Viewed":
            // An event with missing fields is counted as invalid.
            return .exposure(
                ExposureEvent(
                    experiment: text(properties["experimentId"]) ?? "",
                    group: text(properties["variationId"]) ?? "",
                    unit: userID(properties["hashValue"]) ?? units.first ?? "", at: now))
        case "$$experiment_viewed":
            // Some SDKs report every evaluated user. A user who is not included, or is included by force, is not
            // exposed.
            guard properties["in_experiment"] != .bool(false), properties["hash_used"] != .bool(false) else {
                return nil
            }
            return .exposure(
                ExposureEvent(
                    experiment: text(properties["experiment_id"]) ?? "",
                    group: text(properties["variation_key"]) ?? text(properties["variation_id"]) ?? "",
                    unit: userID(properties["hash_value"]) ?? units.first ?? "", at: now))
        default:
            return .metric(
                MetricEvent(
                    name, unit: units.first ?? "", otherUnits: Array(units.dropFirst()), at: now,
                    value: properties["value"]?.double))
        }
    }

    /// Returns the properties, which SDKs write as JSON text or as an object.
    private static func properties(of object: JSONObject) -> JSONObject {
        switch object["properties_json"] {
        case .object(let members): members
        case .string(let text): (try? JSONValue(parsing: Array(text.utf8)))?.object ?? JSONObject()
        default: JSONObject()
        }
    }

    private static func userID(_ value: JSONValue?) -> String? { text(value).flatMap(FieldTexts.userID) }

    private static func text(_ value: JSONValue?) -> String? {
        switch value {
        case .string(let text): text.isEmpty ? nil : text
        case .number(let text): text
        default: nil
        }
    }
}
