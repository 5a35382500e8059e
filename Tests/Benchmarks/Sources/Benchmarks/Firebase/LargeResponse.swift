import ExperimentsCore

/// A response to a fetch with 3,000 parameters of the usual kinds, a megabyte in all.
enum LargeResponse {
    /// The response; between two versions every tenth parameter differs.
    static func body(version: Int) -> [UInt8] {
        var entries: [JSONObject.Member] = []
        for number in 0..<3000 {
            let text =
                switch number % 4 {
                case 0: number % 10 == 0 ? "value of version \(version)" : "true"
                case 1: "\(number)"
                case 2:
                    #"{"title": "Willkommen – schön, dass du da bist", "sizes": [1, 2, 3], "id": \#(number)}"#
                default: String(repeating: "Lorem ipsum dolor sit amet ", count: 43)
                }
            let changed = number % 10 == 0 && number % 4 != 0 ? text + " \(version)" : text
            entries.append(JSONObject.Member(name: "parameter_\(number)", value: .string(changed)))
        }
        let experiments: [JSONValue] = (0..<20).map { number in
            [
                "experimentId": .string("_exp_\(number)"), "variantId": "1",
                "experimentStartTime": "2026-01-01T00:00:00.000Z", "timeToLiveMillis": "15552000000",
                "triggerTimeoutMillis": "15552000000",
                "affectedParameterKeys": [.string("parameter_\(number * 7 + 1)")],
            ]
        }
        let body: JSONValue = [
            "state": "UPDATE", "templateVersion": .string("\(version)"),
            "entries": .object(JSONObject(distinct: entries)),
            "experimentDescriptions": .array(experiments),
        ]
        return body.compactBytes
    }
}
