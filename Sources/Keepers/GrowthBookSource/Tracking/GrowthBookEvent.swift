import ExperimentsCore

/// An event in the form that the tracking plugin of GrowthBook's SDKs sends.
public struct GrowthBookEvent: Sendable, Hashable {
    /// The name, for example `purchase`.
    public let name: String
    /// The details of the event.
    public let properties: JSONObject
    /// The user; nil if it is not known.
    public let user: String?
    /// The device; nil if it is not known.
    public let device: String?

    /// The largest properties, in bytes. If there are more, none are sent.
    public static let propertiesLimit = 4_096

    /// Creates an event of a user, a device, or both.
    public init(_ name: String, properties: JSONObject = JSONObject(), user: String?, device: String?) {
        let isBounded = JSONValue.object(properties).compactBytes.count <= Self.propertiesLimit
        self.properties = isBounded ? properties : JSONObject()
        self.name = name
        self.user = user
        self.device = device
    }

    /// Creates the event that a user saw a variation of an experiment.
    ///
    /// - Parameters:
    ///   - experiment: the key of the experiment.
    ///   - variation: the key of the variation.
    ///   - attribute: the attribute by which the experiment distinguishes users.
    ///   - unit: the value of the attribute.
    ///   - device: the device; nil if it is not known.
    public static func viewed(
        _ experiment: String, _ variation: String, attribute: String, unit: String, device: String?
    ) -> GrowthBookEvent {
        let properties: [JSONObject.Member] = [
            .init(name: "experimentId", value: .string(experiment)),
            .init(name: "variationId", value: .string(variation)),
            .init(name: "hashAttribute", value: .string(attribute)),
            .init(name: "hashValue", value: .string(unit)),
        ]
        return GrowthBookEvent(
            viewedName, properties: JSONObject(distinct: properties), user: unit == device ? nil : unit,
            device: device)
    }

    /// Whether it is an exposure, which counts once however often it is sent.
    var isExposure: Bool { name == Self.viewedName }

    private static let viewedName = "Experiment Viewed"

    /// The JSON to send.
    var json: JSONValue {
        func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
        return .object(
            JSONObject(distinct: [
                .init(name: "event_name", value: .string(name)),
                .init(name: "properties_json", value: .object(properties)),
                .init(name: "context_json", value: .object(JSONObject())),
                .init(name: "user_id", value: text(user)), .init(name: "device_id", value: text(device)),
                .init(name: "page_id", value: .null), .init(name: "session_id", value: .null),
                .init(name: "url", value: ""), .init(name: "sdk_language", value: "swift"),
                .init(name: "sdk_version", value: ""),
            ]))
    }
}
