import ExperimentsProject

/// What a column or a member of a file is called elsewhere: by Segment, Amplitude, Mixpanel, Google Analytics, Firebase,
/// GrowthBook, PostHog, Snowflake and others.
extension EventField {
    /// The names that are looked for, the preferred one first. Case, `_`, `-`, `$` and blanks make no difference.
    ///
    /// - Parameter nested: whether they stand beside other properties of an event, where a word such as `name` or `id` may be
    ///   that of a product.
    func usualNames(nested: Bool) -> [String] { nested ? nestedNames : ownNames + nestedNames + otherNames }

    /// Names that say so little that they count last, and only beside the event.
    private var otherNames: [String] {
        self == .at ? ["ts", "occurredat", "createdat", "receivedat", "eventdate", "date"] : []
    }

    private var ownNames: [String] {
        switch self {
        case .experiment: []
        case .key: ["key"]
        case .group: ["group"]
        case .event: ["event", "eventname", "eventtype", "eventkey", "name", "type"]
        case .unit: ["unit"]
        case .at: ["at"]
        case .value: []
        case .id: ["id", "uuid"]
        }
    }

    private var nestedNames: [String] {
        switch self {
        case .experiment: ["experiment", "experimentid", "experimentkey", "experimentname"]
        case .key: ["feature", "featurekey", "featureflag", "flag", "flagkey"]
        case .group:
            [
                "variation", "variationid", "variationkey", "variationname", "variant", "variantid", "variantkey",
                "variantname", "groupname", "groupid", "featureflagresponse",
            ]
        case .event: []
        case .unit:
            [
                "userid", "user", "uid", "distinctid", "userpseudoid", "deviceid", "anonymousid", "targetingkey",
                "visitorid",
            ]
        case .at: ["timestamp", "eventtimestamp", "eventtime", "time"]
        case .value: ["value", "amount", "revenue", "total", "price", "valueinusd", "eventvalueinusd"]
        case .id: ["eventid", "messageid", "insertid"]
        }
    }

    /// The members that hold an event's other properties.
    static let containers: Set<String> = [
        "properties", "eventproperties", "eventparams", "params", "propertiesjson",
    ]

    /// A name as names are compared: letters of ASCII in lower case, without what joins words.
    static func plain(_ name: String) -> String {
        String(decoding: name.utf8.lazy.filter { !" _-$".utf8.contains($0) }.map(Self.lowercased), as: UTF8.self)
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }

    /// The names of the events by which others report exposures.
    static let exposureEvents: Set<String> = [
        "experimentviewed", "experimentstarted", "experimentimpression", "exposure", "featureflagcalled",
    ]
}
