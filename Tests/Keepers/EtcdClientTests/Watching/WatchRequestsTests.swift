import ExperimentsCore
import TestSupport
import Testing

@testable import ExperimentsEtcdClient

@Suite("Requests that share a stream", .inTurn)
struct WatchRequestsTests {
    /// How many bytes etcd has read once it has the first request: what it asks for, until there is a whole one.
    private func readWithTheFirst(_ body: [UInt8], _ first: JSONObject) throws -> Int {
        let end = try #require(body.firstIndex(of: UInt8(ascii: "\n")))
        #expect(try JSONValue(parsing: Array(body[..<end])) == .object(first))
        var (read, capacity) = (0, 0)
        while read < end {
            capacity = 2 * capacity + 512
            read = capacity
        }
        return read
    }

    @Test(
        "all are read together with the first, however long they are", arguments: [1, 40, 90, 200, 700, 3000])
    func together(length: Int) throws {
        let requests = (1...5).map { number -> JSONObject in
            JSONObject(setting: [
                .init(name: "key", value: .string(String(repeating: "\(number)", count: length)))
            ])
        }
        let body = EtcdWatch.requestBody(requests)
        let lines = body.split(separator: UInt8(ascii: "\n"))
        #expect(try lines.map { try JSONValue(parsing: Array($0)) } == requests.map(JSONValue.object))
        #expect(try readWithTheFirst(body, requests[0]) >= body.count)
    }

    @Test("one alone, and some that are short, are sent as they are")
    func plain() {
        let one = JSONObject(setting: [
            .init(name: "key", value: .string(String(repeating: "k", count: 2000)))
        ])
        #expect(EtcdWatch.requestBody([one]) == JSONValue.object(one).densestBytes)
        let short = JSONObject(setting: [.init(name: "key", value: "k")])
        #expect(!EtcdWatch.requestBody([short, short]).contains(UInt8(ascii: " ")))
    }
}
