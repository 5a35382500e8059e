import ExperimentsCore
import TestSupport
import Testing

@testable import ExperimentsServer

@Suite("The context of a request", .inTurn)
struct FlagContextTests {
    func context(_ body: String) throws -> FlagContext { try FlagContext(ofBody: Array(body.utf8)) }

    @Test(
        "may be left out in every way", arguments: ["", "{}", #"{"context": null}"#, #"{"context": {}}"#])
    func empty(body: String) throws {
        #expect(try context(body) == .empty)
    }

    @Test("is the user of the request, with its other attributes")
    func fields() throws {
        let context = try context(
            #"{"context": {"targetingKey": "u1", "plan": "pro", "device": {"country": "NO", "os": {"name": "ios"}}}}"#
        )
        #expect(context.targetingKey == "u1")
        #expect(context.fields["plan"] == "pro")
        #expect(context.fields["device"]?["country"] == "NO")
        #expect(context.fields["device.country"] == nil)
        #expect(context.fields["targetingKey"] == nil)
    }

    @Test(
        "is refused where it is none, with what it is",
        arguments: [
            ("{some invalid context}", "not JSON"), ("[]", "not array"), ("7", "not number"),
            ("{", "not JSON"),
            (#"{"context": "x"}"#, "not string"), (#"{"context": []}"#, "not array"),
            (#"{"context": {"targetingKey": 7}}"#, "not number"),
            (#"{"context": {"targetingKey": {}}}"#, "not object"),
            (#"{"contxt": {}}"#, #"Unknown member "contxt" of the body. Did you mean "context"?"#),
            (#"{"targetingKey": "u1"}"#, #"Attributes of the user belong in "context"."#),
        ])
    func refused(body: String, words: String) {
        let problem = #expect(throws: MessageError.self) { try context(body) }
        #expect(problem?.message.contains(words) == true, "\(problem?.message ?? "")")
    }

    @Test(
        "is read from a body with other members, as a provider of a later version may send",
        arguments: [
            #"{"context": {"targetingKey": "u1"}, "extra": 1}"#,
            #"{"extra": {}, "context": {"targetingKey": "u1"}}"#,
            #"{"contxt": 1, "context": {"targetingKey": "u1"}}"#,
        ])
    func open(body: String) throws {
        #expect(try context(body).targetingKey == "u1")
    }

    @Test("of objects in objects takes no more memory than it is worth")
    func deep() throws {
        let name = String(repeating: "n", count: 150)
        let depth = 200
        let open = String(repeating: "{\"\(name)\":", count: depth)
        let context = try context("{\"context\":" + open + "1" + String(repeating: "}", count: depth) + "}")
        #expect(SourcePersona.byPath(context.fields).count < 3)
    }

    @Test("of any bytes is a context or a problem")
    func fuzz() {
        var generator = SeededGenerator(seed: 7)
        let bodies = [#"{"context":{"targetingKey":"u","a":{"b":[1,true,null,"x"]}}}"#, #"{"context":null}"#]
        for _ in 0..<5000 {
            var bytes = Array(bodies.randomElement(using: &generator)?.utf8 ?? "".utf8)
            for _ in 0..<Int.random(in: 1...4, using: &generator) where !bytes.isEmpty {
                let place = Int.random(in: bytes.indices, using: &generator)
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: bytes[place] = UInt8.random(in: 0 ... .max, using: &generator)
                case 1: bytes.remove(at: place)
                default: bytes.insert(UInt8.random(in: 0 ... .max, using: &generator), at: place)
                }
            }
            do throws(MessageError) {
                _ = try FlagContext(ofBody: bytes)
            } catch {
                #expect(error.message.hasSuffix(".") || error.message.hasSuffix("?"))
            }
        }
    }
}
