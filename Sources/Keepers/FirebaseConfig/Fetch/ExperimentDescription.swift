import ExperimentsCore
import Foundation

/// An experiment in which this installation takes part, as the service describes it.
public struct ExperimentDescription: Sendable, Hashable {
    /// The ID of the experiment, for example `_exp_12`.
    public let experimentID: String
    /// The ID of the variant that this installation got.
    public let variantID: String
    /// The time at which the experiment began; nil if the service did not say.
    public let startTime: Date?
    /// The event from which the experiment counts for this installation; nil if it counts from activation.
    public let triggerEvent: String?
    /// The parameters whose values the experiment sets.
    public let affectedParameterKeys: [String]
    /// The complete description from the service.
    public let json: JSONObject

    /// Reads a description; nil if it lacks `experimentId` or `variantId`.
    public init?(_ json: JSONObject) {
        guard let experimentID = json["experimentId"]?.string, let variantID = json["variantId"]?.valueText else {
            return nil
        }
        self.experimentID = experimentID
        self.variantID = variantID
        startTime =
            json["experimentStartTime"]?.string.flatMap(RFC3339.date)
            ?? json["experimentStartTimeMillis"]?.int64.map { Date(timeIntervalSince1970: Double($0) / 1000) }
        triggerEvent = json["triggerEvent"]?.string.flatMap { $0.isEmpty ? nil : $0 }
        affectedParameterKeys = json["affectedParameterKeys"]?.array?.compactMap(\.string) ?? []
        self.json = json
    }

    /// Creates a description, for an emulator.
    public init(
        experimentID: String, variantID: String, startTime: Date, affectedParameterKeys: [String],
        timeToLive: TimeInterval = 180 * 86400
    ) {
        self.experimentID = experimentID
        self.variantID = variantID
        self.startTime = startTime
        self.affectedParameterKeys = affectedParameterKeys
        triggerEvent = nil
        var json = JSONObject()
        json["experimentId"] = .string(experimentID)
        json["variantId"] = .string(variantID)
        json["experimentStartTime"] = .string(RFC3339.text(of: startTime, milliseconds: true))
        json["triggerTimeoutMillis"] = .string(String(Int64(timeToLive * 1000)))
        json["timeToLiveMillis"] = .string(String(Int64(timeToLive * 1000)))
        json["affectedParameterKeys"] = .array(affectedParameterKeys.map { .string($0) })
        self.json = json
    }
}
