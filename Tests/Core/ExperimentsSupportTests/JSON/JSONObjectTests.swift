import ExperimentsSupport
import TestSupport
import Testing

@Suite("Members of a JSON object", .inTurn)
struct JSONObjectTests {
    @Test("a member that is set again keeps its place")
    func setsInPlace() {
        var object = JSONObject()
        object["a"] = 1
        object["b"] = 2
        object["a"] = 3
        #expect(object.members.map(\.name) == ["a", "b"])
        #expect(object["a"] == 3)
    }

    @Test("members set all together are those set one after the other")
    func setsMany() {
        var random = SeededGenerator(seed: 3)
        for _ in 0..<50 {
            let members = (0..<Int.random(in: 0...30, using: &random)).map { number in
                JSONObject.Member(
                    name: "m\(Int.random(in: 0..<12, using: &random))", value: .number(String(number)))
            }
            var object = JSONObject()
            for member in members { object[member.name] = member.value }
            let other = JSONObject(setting: members)
            #expect(other == object)
            let values = object.members.map { ($0.name, $0.value) }
            #expect(other.valuesByName == ExactDictionary(values) { first, _ in first })
        }
    }

    @Test("a member that is set to nil is removed")
    func removes() {
        var object = JSONObject()
        object["a"] = 1
        object["b"] = .null
        object["a"] = nil
        object["c"] = nil
        #expect(object.members.map(\.name) == ["b"])
        #expect(object["b"] == .null)
        #expect(!object.isEmpty)
    }
}
