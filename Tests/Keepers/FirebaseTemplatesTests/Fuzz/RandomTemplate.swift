import ExperimentsCore
import TestSupport

/// Templates and expressions made up at random; the same for the same seed.
struct RandomTemplate {
    var random: SeededGenerator

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
    }

    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[random.below(elements.count)]
    }

    mutating func text() -> String {
        let pieces = ["a", "B", "7", " ", "é", "🙂", "'", "\"", "\\", "&&", ".", "\n", "x_1", "true"]
        return (0..<random.below(5)).map { _ in pick(pieces) }.joined()
    }

    mutating func json(depth: Int = 0) -> JSONValue {
        switch random.below(depth > 3 ? 4 : 6) {
        case 0: return .null
        case 1: return .bool(random.below(2) == 0)
        case 2: return .number(pick(["0", "-1.50", "1e5", "12345678901234567890"]))
        case 3: return .string(text())
        case 4: return .array((0..<random.below(3)).map { _ in json(depth: depth + 1) })
        default: return .object(object(depth: depth + 1))
        }
    }

    mutating func object(depth: Int) -> JSONObject {
        var object = JSONObject()
        for _ in 0..<random.below(4) {
            object[
                pick([
                    "value", "useInAppDefault", "percent", "customSignal", "orCondition", "andCondition",
                    "conditions",
                    "true", "later", "defaultValue", "name", "expression",
                ])
            ] = json(depth: depth)
        }
        return object
    }

    /// A document that any reader takes, with members that nobody knows.
    mutating func document() -> JSONObject {
        var document = object(depth: 3)
        document["conditions"] = .array(
            (0..<random.below(4)).map { index in
                var condition = object(depth: 3)
                condition["name"] = .string("c\(index)")
                condition["condition"] = .object(object(depth: 2))
                condition["expression"] = .string(pick(["true", "device.os == 'ios'", "percent <= 5"]))
                return .object(condition)
            })
        var parameters = JSONObject()
        for index in 0..<random.below(5) { parameters["p\(index)"] = .object(parameter()) }
        document["parameters"] = .object(parameters)
        document["parameterGroups"] = [
            "G": ["parameters": ["g": .object(parameter())], "later": json(depth: 3)]
        ]
        document["later"] = json()
        return document
    }

    private mutating func parameter() -> JSONObject {
        var parameter = JSONObject()
        parameter["later"] = json(depth: 2)
        parameter["defaultValue"] = value()
        var conditional = JSONObject()
        for index in 0..<random.below(3) { conditional["c\(index)"] = value() }
        parameter["conditionalValues"] = .object(conditional)
        return parameter
    }

    private mutating func value() -> JSONValue {
        switch random.below(4) {
        case 0: ["useInAppDefault": true]
        case 1:
            [
                "rolloutValue": [
                    "rolloutId": "r", "value": .string(text()), "percent": 5, "later": json(depth: 3),
                ]
            ]
        case 2: ["value": .string(text()), "later": json(depth: 3)]
        default: ["value": .string(text())]
        }
    }
}
