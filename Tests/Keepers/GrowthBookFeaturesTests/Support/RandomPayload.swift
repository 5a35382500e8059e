import ExperimentsCore
import ExperimentsSupport

/// Payloads of all kinds of members, right and wrong.
struct RandomPayload {
    private var random: SplitMix64

    init(seed: UInt64) { random = SplitMix64(seed: seed) }

    private static let members = [
        "features", "rules", "force", "condition", "variations", "weights", "coverage", "range", "ranges",
        "seed",
        "hashVersion", "hashAttribute", "fallbackAttribute", "parentConditions", "filters", "namespace",
        "meta", "key",
        "id", "gate", "defaultValue", "experiments", "savedGroups", "contextualBandits",
        "contextualBanditRef",
        "contextualVariations", "contexts", "leafId", "urlPatterns", "pattern", "type", "include",
        "bucketVersion",
        "minBucketVersion", "status", "active", "f", "g", "$or", "$and", "$nor", "$not", "$in", "$nin",
        "$regex", "$lt",
        "$veq", "$elemMatch", "$size", "$all", "$exists", "$type", "$inGroup", "$savedGroup", "$foo", "value",
        "passthrough",
    ]
    private static let texts = [
        "", "f", "g", "id", "a.b", "simple", "regex", "/*", "(", "list", "condition", "1.2.3", "é", "😀",
    ]

    private mutating func pick<Element>(_ list: [Element]) -> Element {
        list[Int(random.next() % UInt64(list.count))]
    }

    mutating func value(_ depth: Int = 0) -> JSONValue {
        switch random.next() % (depth > 5 ? 5 : 9) {
        case 0: return .null
        case 1: return .bool(random.next() % 2 == 0)
        case 2: return .number(pick(["0", "1", "2", "-1", "0.5", "1e999", "1e21", "3.7"]))
        case 3, 4: return .string(pick(Self.texts))
        case 5, 6: return .array((0..<Int(random.next() % 4)).map { _ in value(depth + 1) })
        default: return .object(object(depth + 1, Self.members))
        }
    }

    private mutating func object(_ depth: Int, _ names: [String]) -> JSONObject {
        JSONObject(
            setting: (0..<Int(random.next() % 5)).map { _ in .init(name: pick(names), value: value(depth)) })
    }

    private mutating func rule() -> JSONValue {
        .object(
            JSONObject(
                setting: (0..<Int(1 + random.next() % 8)).map { _ in
                    .init(name: pick(Self.members), value: value(2))
                })
        )
    }

    mutating func payload() -> JSONValue {
        let features = ["f", "g", "h"].map { key -> JSONObject.Member in
            let rules = (0..<Int(random.next() % 4)).map { _ in rule() }
            return .init(name: key, value: ["defaultValue": value(4), "rules": .array(rules)])
        }
        return [
            "features": .object(JSONObject(distinct: features)), "savedGroups": value(1),
            "experiments": .array([rule(), rule()]),
            "contextualBandits": value(1),
        ]
    }

    mutating func context() -> JSONObject {
        JSONObject(setting: [
            .init(name: "attributes", value: ["id": value(3), "f": value(2), "a": value(2)]),
            .init(name: "url", value: .string(pick(["", "https://e.com/?f=1", "/x"]))),
            .init(name: "qaMode", value: .bool(random.next() % 4 == 0)),
        ])
    }
}
