import ExperimentsCore
import ExperimentsSupport

/// Rules that are as they should be, and users whom they fit: what ``RandomPayload`` hardly ever comes upon.
struct RandomRules {
    private var random: SplitMix64

    init(seed: UInt64) { random = SplitMix64(seed: seed) }

    private static let names = ["id", "a", "b", "c.d"]
    private static let values: [JSONValue] = [
        .null, true, false, 0, 1, 7, .number("2.5"), .number("1e999"), "", "x", "é", "1", "true", "null",
        "1.2.3",
        "1.10",
        "1.2.3-rc", ["x", 1], ["d": "x"], [:], [],
    ]

    private mutating func pick<Element>(_ list: [Element]) -> Element {
        list[Int(random.next() % UInt64(list.count))]
    }

    private mutating func isSo(in count: UInt64) -> Bool { random.next() % count == 0 }

    private mutating func values(_ most: UInt64) -> [JSONValue] {
        (0..<Int(random.next() % (most + 1))).map { _ in pick(Self.values) }
    }

    private mutating func operators() -> JSONValue {
        var members = JSONObject()
        for _ in 0...Int(random.next() % 2) {
            switch random.next() % 9 {
            case 0: members[pick(["$eq", "$ne"])] = pick(Self.values)
            case 1, 2: members[pick(["$lt", "$lte", "$gt", "$gte"])] = pick(Self.values)
            case 3, 4: members[pick(["$veq", "$vne", "$vlt", "$vlte", "$vgt", "$vgte"])] = pick(Self.values)
            case 5:
                members[pick(["$in", "$nin", "$ini"])] = .array(isSo(in: 2) ? ["x", "é", "1"] : values(12))
            case 6: members["$exists"] = pick([true, false, 0, "x"])
            case 7: members["$not"] = isSo(in: 2) ? operators() : pick(Self.values)
            default:
                members[pick(["$type", "$foo", "$size", "$regex", "$inGroup"])] = pick([
                    "x", "string", "group",
                ])
            }
        }
        return .object(members)
    }

    private mutating func condition(_ depth: Int = 0) -> JSONValue {
        var members = JSONObject()
        for _ in 0..<Int(random.next() % 3) {
            switch random.next() % (depth > 2 ? 6 : 10) {
            case 0, 1, 2: members[pick(Self.names)] = pick(Self.values)
            case 3, 4, 5: members[pick(Self.names)] = operators()
            case 6: members["$not"] = condition(depth + 1)
            case 7: members["$savedGroup"] = ["id": "group", "attributeKey": .string(pick(Self.names))]
            default:
                let parts = (0..<Int(random.next() % 3)).map { _ in condition(depth + 1) }
                members[pick(["$or", "$nor", "$and"])] = isSo(in: 12) ? 1 : .array(parts)
            }
        }
        return .object(members)
    }

    private mutating func rule(_ parents: [String]) -> JSONValue {
        var rule = JSONObject()
        if !isSo(in: 4) { rule["condition"] = condition() }
        if isSo(in: 3) {
            rule["filters"] = [
                ["seed": "f", "ranges": [[0, .number(pick(["0.4", "0.9"]))]], "attribute": "id"]
            ]
        }
        if isSo(in: 2) { rule["hashVersion"] = pick([1, 2, 3]) }
        if isSo(in: 4) { rule["hashAttribute"] = .string(pick(Self.names)) }
        if isSo(in: 6) { rule["fallbackAttribute"] = "a" }
        if isSo(in: 3) { rule["seed"] = "seed" }
        if isSo(in: 5), !parents.isEmpty {
            rule["parentConditions"] = [
                ["id": .string(pick(parents)), "condition": ["value": 1], "gate": pick([true, false])]
            ]
        }
        if isSo(in: 2) {
            rule["force"] = 1
            if isSo(in: 2) { rule["coverage"] = .number(pick(["0", "0.5", "1", "-1"])) }
            if isSo(in: 3) { rule["range"] = [.number("0.25"), .number("0.75")] }
        } else {
            rule["variations"] = pick([[0, 1, 2], [0, 1], [0]])
            if isSo(in: 2) { rule["weights"] = [.number("0.5"), .number("0.3"), .number("0.2")] }
            if isSo(in: 3) { rule["coverage"] = .number("0.6") }
            if isSo(in: 4) { rule["namespace"] = ["space", 0, .number("0.5")] }
            if isSo(in: 6) {
                rule["ranges"] = [[0, .number("0.1")], [.number("0.1"), .number("0.8")], [0, 1], [0, 1]]
            }
            if isSo(in: 6) { rule["meta"] = [["key": "zero", "passthrough": true], ["key": "one"]] }
            if isSo(in: 8) { rule["status"] = pick(["draft", "stopped"]) }
        }
        return .object(rule)
    }

    mutating func payload() -> JSONValue {
        var features: [JSONObject.Member] = []
        for number in 0..<4 {
            let parents = features.map(\.name)
            let rules = (0...Int(random.next() % 3)).map { _ in rule(parents) }
            features.append(.init(name: "f\(number)", value: ["defaultValue": -1, "rules": .array(rules)]))
        }
        return ["features": .object(JSONObject(distinct: features)), "savedGroups": ["group": ["x", 7]]]
    }

    mutating func attributes() -> JSONObject {
        JSONObject(setting: [
            .init(
                name: "id", value: isSo(in: 3) ? pick(Self.values) : .string("user-\(random.next() % 1000)")),
            .init(name: "a", value: pick(Self.values)), .init(name: "b", value: pick(Self.values)),
            .init(name: "c", value: ["d": pick(Self.values)]),
        ])
    }
}
