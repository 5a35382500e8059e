import ExperimentsCore
import Foundation
import TestSupport
import Testing

@Suite("Servers that are killed while apps report", .fewAtATime, .timeLimit(.minutes(60)))
struct KilledServerTests {
    @Test(
        "store each exposure that they acknowledged, and none twice",
        .promise(
            "A report that was acknowledged is stored",
            "exposures acknowledged by a server that is killed then"))
    func acknowledged() async throws {
        let workplace = try ServedProgram.workplace()
        try workplace.folder.write(
            """
            source: {kind: file, path: config.json}
            experiments: [{name: paywall, flag: paywall_type, groups: [a, b]}]
            keys: [{name: paywall_type, type: string, default: a}]

            """, to: "experiments.yaml")
        var random = SeededGenerator(seed: FuzzEffort.seed)
        var (acknowledged, sent) = (0, 0)
        for round in 0..<Promise.effort(3, campaign: 30) {
            let served = try await ServedProgram(workplace)
            let port = served.port
            let delay = Duration.milliseconds(50 + random.below(200))
            let counts = try await withThrowingTaskGroup(of: (sent: Int, acknowledged: Int).self) { group in
                for phone in 0..<4 {
                    group.addTask { try await Self.report("\(round)-\(phone)", to: port) }
                }
                _ = try await served.server.killed(after: delay)
                return try await group.reduce((0, 0)) { ($0.0 + $1.sent, $0.1 + $1.acknowledged) }
            }
            (sent, acknowledged) = (sent + counts.0, acknowledged + counts.1)
        }
        Promise.count(acknowledged)
        let outcomes = try await workplace.run("events", "--json").json().object?["outcomes"]?.object
        let stored = try #require(outcomes?["exposed"]?.int)
        #expect(acknowledged > 0)
        #expect(
            (acknowledged...sent).contains(stored),
            "\(stored) stored of \(acknowledged) acknowledged, \(sent) sent")
        #expect(try await workplace.run("events", "verify").status == 0)
    }

    /// Reports exposures of ever other users, one after the other, until the server is gone.
    private static func report(_ phone: String, to port: UInt16) async throws -> (
        sent: Int, acknowledged: Int
    ) {
        let connection = try await RawConnection(port: port)
        var (sent, acknowledged) = (0, 0)
        while true {
            let at = RFC3339.text(of: Date(), milliseconds: true)
            let report = """
                {"version": 1, "identity": {"app": "shop", "installation": "\(phone)"}, "run": "r", "sequence": \(sent + 1),
                 "sentAt": "\(at)", "exposures": [{"key": "paywall_type", "experiment": "paywall", "group": "a",
                  "supplier": "source", "unit": "user \(phone) \(sent)", "at": "\(at)"}]}
                """
            do {
                try await connection.post("/experiments/v1/reports", report)
                sent += 1
                // The body of the answer before comes first.
                let head = try await connection.read(until: "\r\n\r\n")
                if head.contains("HTTP/1.1 200") { acknowledged += 1 }
            } catch {
                return (sent, acknowledged)
            }
        }
    }
}
