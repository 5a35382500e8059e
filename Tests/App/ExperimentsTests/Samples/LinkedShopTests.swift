import Foundation
import TestSupport
import Testing

@Suite("The shop over a link", .inTurn, .serialized, .timeLimit(.minutes(60)))
struct LinkedShopTests {
    @Test("It follows the overrides of a server, reports to it, and keeps them when the server is gone")
    func follows() async throws {
        let folder = try TemporaryFolder()
        let listener = try LoopbackSocket()
        let reports = Recorder<String>()
        Thread.detachNewThread {
            while let socket = listener.accept() { Thread.detachNewThread { Self.answer(socket, reports) } }
        }
        let link = "shop://experiments?server=http://127.0.0.1:\(listener.port)&token=s3cret&app=shop"
        let arguments = [
            "--link", link, "--link-folder", folder.path("link"), "--values", try values(in: folder),
        ]
        let shop = try ChildProgram(BuiltProducts.path("ShopExample"), arguments)
        // The link may be there before the first value is read, or after.
        try await eventually("the override") {
            ["Paywall         a_baseline  ->  c", "Paywall         c"].contains(where: shop.output.contains)
                && shop.output.contains("link       linked")
        }
        #expect(!shop.output.contains("s3cret"))
        try await eventually("the report") {
            reports.elements.contains {
                $0.contains(#""key":"paywall_type","status":"override","value":"c","supplier":"override""#)
            }
        }
        #expect(reports.elements.first?.contains(#""app":"shop""#) == true)
        shop.send(SIGTERM)
        _ = try await shop.end()
        listener.shutDown()
        let again = try ChildProgram(BuiltProducts.path("ShopExample"), arguments)
        try await eventually("what was kept") { again.output.contains("Paywall         c") }
        again.send(SIGTERM)
        _ = try await again.end()
    }

    @Test("It does not open with a link that is not a good one")
    func wrongLink() async throws {
        let shop = try ChildProgram(
            BuiltProducts.path("ShopExample"), ["--link", "shop://experiments?token=s3cret"])
        #expect(try await shop.end() == 1)
    }

    private func values(in folder: TemporaryFolder) throws -> String {
        try folder.write(#"{"paywall_type": "a_baseline"}"#, to: "values.json")
    }

    private static func answer(_ socket: LoopbackSocket, _ reports: Recorder<String>) {
        let request = String(decoding: socket.receive(until: "\r\n\r\n"), as: UTF8.self)
        guard request.hasPrefix("GET") else {
            let isWhole = request.contains("}]}")
            reports.record(
                isWhole ? request : request + String(decoding: socket.receive(until: "}]}"), as: UTF8.self))
            socket.send("HTTP/1.1 204 No Content\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")
            return
        }
        socket.send(
            """
            HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n\
            event: state
            id: o.1
            data: {"version": 1, "revision": "o.1", "overrides": {"paywall_type": {"value": "c"}}}


            """)
        // Until the shop goes.
        _ = socket.receive(until: "never")
    }
}
