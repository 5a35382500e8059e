import ExperimentsCore
import Testing

@Suite("Members of a JSON object")
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
