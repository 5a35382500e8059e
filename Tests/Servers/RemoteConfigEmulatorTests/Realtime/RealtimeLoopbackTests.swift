import FirebaseConfig
import FirebaseTemplates
import Foundation
import RemoteConfigEmulator
import TestSupport
import Testing

@Suite("Realtime over loopback", .inTurn, .timeLimit(.minutes(60)))
struct RealtimeLoopbackTests {
    static let path = "/v1/projects/demo-shop/namespaces/firebase:streamFetchInvalidations?key=k"
    static let body = #"{"appId": "1:1:web:a", "appInstanceId": "fid", "lastKnownVersionNumber": "1"}"#

    func running(_ body: (Emulator, UInt16) async throws -> Void) async throws {
        let emulator = try demoEmulator()
        try await serving(emulator) { try await body(emulator, UInt16(try #require($0.port))) }
    }

    @Test("the head arrives immediately, each publish when it happens, in chunks")
    func chunks() async throws {
        try await running { emulator, port in
            let connection = try await RawConnection(port: port)
            try await connection.post(Self.path, Self.body)
            let head = try await connection.read(until: "\r\n\r\n1\r\n[\r\n")
            #expect(head.hasPrefix("HTTP/1.1 200 OK\r\n"))
            #expect(head.lowercased().contains("transfer-encoding: chunked"))
            try emulator.publish(template(["color": "blue"]), to: "demo-shop")
            #expect(
                try await connection.read(until: "}\n\r\n")
                    == "24\r\n{\"latestTemplateVersionNumber\":\"2\"}\n\r\n")
            try emulator.endRealtimeStreams(of: "demo-shop")
            #expect(try await connection.read(until: "0\r\n\r\n") == "2\r\n]\n\r\n0\r\n\r\n")
            await connection.close()
        }
    }

    @Test("a publish reaches each of many streams")
    func many() async throws {
        try await running { emulator, port in
            var connections: [RawConnection] = []
            for _ in 0..<200 {
                let connection = try await RawConnection(port: port)
                try await connection.post(Self.path, Self.body)
                connections.append(connection)
            }
            for connection in connections { _ = try await connection.read(until: "[\r\n") }
            #expect(try emulator.realtimeStreamCount(of: "demo-shop") == 200)
            try emulator.publish(template(["color": "blue"]), to: "demo-shop")
            for connection in connections {
                #expect(try await connection.read(until: "\n\r\n").contains(#""2""#))
                await connection.close()
            }
        }
    }

    @Test("a server that stops breaks its streams")
    func stop() async throws {
        let server = EmulatorServer(try demoEmulator())
        let connection = try await RawConnection(port: UInt16(try #require(try await server.start().port)))
        try await connection.post(Self.path, Self.body)
        _ = try await connection.read(until: "[\r\n")
        await server.stop()
        await #expect(throws: (any Error).self) { try await connection.read(until: "never") }
    }
}
