import ExperimentsCore
import ExperimentsHTTPServing
import ExperimentsTransport
import Foundation
import TestSupport
import Testing

@Suite("A source that is a server of OpenFeature's protocol", .fewAtATime)
struct OFREPSourceTests {
    /// A workplace whose source is the server.
    private func workplace(_ url: String, _ fields: String = "") throws -> Workplace {
        let workplace = try Workplace()
        try workplace.folder.write(
            """
            source: {kind: ofrep, url: "\(url)"\(fields)}
            refresh: off
            keys:
              - {name: color, type: string, cases: [red, green, blue]}
              - {name: broken, type: bool, default: false}

            """, to: "experiments.yaml")
        return workplace
    }

    @Test("its flags are values with reason and variant, and a failed flag is reported with its code")
    func values() async throws {
        let (flags, server, url) = try await FlagServer.start()
        let workplace = try workplace(url, ", token: s3cret-token, context: {targetingKey: user-7}")
        let list = try await workplace.run("list")
        #expect(list.status == 0)
        #expect(list.lines.contains { $0.hasPrefix("color ") && $0.contains("ok       red") }, "\(list)")
        let broken = list.lines.first { $0.hasPrefix("broken ") }
        #expect(broken?.contains("missing") == true, "\(list)")
        #expect(broken?.contains("PARSE_ERROR: no such rule; the app uses its default") == true, "\(list)")
        let check = try await workplace.run("check")
        #expect(check.lines.contains { $0.hasPrefix("broken ") && $0.contains("PARSE_ERROR: no such rule") })
        let details = try await workplace.run("get", "color", "--details")
        #expect(details.output.contains("STATIC, variant all"), "\(details)")
        let document = try await workplace.run("list", "--json").json()
        #expect(
            document.compactText.contains(#"{"title":"broken","text":"PARSE_ERROR: no such rule"}"#),
            "\(document)")
        #expect(flags.seen.contexts.first == #"{"context":{"targetingKey":"user-7"}}"#)
        #expect(flags.seen.authorizations.first == "Bearer s3cret-token")
        await server.stop()
    }

    @Test("--as fetches for another user with any attributes, and a matrix for several")
    func persona() async throws {
        let (flags, server, url) = try await FlagServer.start()
        let workplace = try workplace(url)
        #expect(try await workplace.run("get", "color", "--as", "country=NO").output == "blue\n")
        #expect(flags.seen.contexts.last == #"{"context":{"targetingKey":"experiments","country":"NO"}}"#)
        #expect(try await workplace.run("get", "color", "--as", "whatever=7").output == "red\n")
        await server.stop()
    }

    @Test("two of them are compared")
    func compare() async throws {
        let (_, server, url) = try await FlagServer.start()
        let workplace = try Workplace()
        try workplace.folder.write(
            """
            sources:
              - {name: staging, kind: ofrep, url: "\(url)", context: {country: NO}}
              - {name: production, kind: ofrep, url: "\(url)"}
            keys: [{name: color, type: string}]

            """, to: "experiments.yaml")
        let compare = try await workplace.run("compare", "staging", "production")
        #expect(compare.output.contains("blue") && compare.output.contains("red"), "\(compare)")
        await server.stop()
    }

    @Test("watch hears of a change by the event stream, and no error or event shows the stream's address")
    func live() async throws {
        let (flags, server, url) = try await FlagServer.start()
        let workplace = try workplace(url)
        let watch = try workplace.start("watch", "--json")
        try await watch.waitForOutput(#""status":"live""#)
        flags.set("green")
        try await watch.waitForOutput(#""value":"green""#)
        await server.stop()
        try await watch.waitForOutput(#""status":"interrupted""#)
        #expect(!watch.output.contains("very-secret"))
        watch.send(SIGINT)
        _ = try await watch.finished()
    }

    @Test("another project that is served is a source, with its overrides, live, and with a token")
    func served() async throws {
        let other = try Workplace()
        try other.folder.write(
            """
            source: {kind: file, path: config.json}
            keys: [{name: color, type: string}, {name: rate, type: double}]

            """, to: "experiments.yaml")
        try other.folder.write(#"{"color": "red", "rate": 7}"#, to: "config.json")
        let server = try other.start("serve", "--port", "0", "--json", "--token", "s3cret-token")
        try await server.waitForOutput("\n")
        let line = try #require(server.output.split(separator: "\n").first)
        let url = try #require(try JSONValue(parsing: String(line)).object?["url"]?.string)

        let workplace = try workplace(url, ", token: s3cret-token")
        // A double is written with its fraction there, and stays as it is written.
        #expect(try await workplace.run("get", "rate").output == "7.0\n")
        let watch = try workplace.start("watch", "--json")
        try await watch.waitForOutput(#""status":"live""#)
        #expect(try await other.run("override", "set", "color", "blue").status == 0)
        try await watch.waitForOutput(#""value":"blue""#)
        let wrong = try self.workplace(url, ", token: other-token")
        #expect(try await wrong.run("get", "color").errors.contains("returned 401"))
    }

    @Test("a server that refuses is an error that says what to do, and shows no token")
    func refused() async throws {
        let (flags, server, url) = try await FlagServer.start()
        let workplace = try workplace(url, ", token: s3cret-token")
        flags.refuse(
            with: ServedResponse(
                status: 401, headers: ["content-type": "application/json"],
                body: Array(#"{"message": "s3cret-token is not known"}"#.utf8)))
        let list = try await workplace.run("list")
        #expect(list.status == 1)
        #expect(list.errors.contains("returned 401: (hidden) is not known; check the token"), "\(list)")
        #expect(!list.errors.contains("s3cret"), "\(list)")
        await server.stop()
    }
}
