import ExperimentsCore
import ExperimentsLinkProtocol
import Foundation
import TestSupport
import Testing

@Suite("What an app reports", .inTurn)
struct AppReportTests {
    private static let identity = AppIdentity(
        app: "shop", version: "4.2.0", build: "1083", system: "iOS 18.4", device: "iPhone16,2",
        installation: "i-1")

    private static func report(_ more: String) -> [UInt8] {
        Array(
            """
            {"version": 1, "identity": {"app": "shop", "installation": "i-1"}, "run": "r", "sequence": 1,
             "sentAt": "2026-03-01T09:30:00Z"\(more)}
            """.utf8)
    }

    @Test("has one spelling")
    func spelling() throws {
        let report = AppReport(
            identity: Self.identity, run: "r", sequence: 7, sentAt: Date(timeIntervalSince1970: 0),
            revision: LinkRevision("k3x9.17"), source: ReportedSource(fetchedAt: nil, version: "12"),
            roundTrip: 0.25, isWhole: true,
            keys: [ReportedKey("a", status: .incorrect, value: "x", supplier: .default, problem: "no")],
            removedKeys: ["b"], mismatches: [ReportedMismatch(key: "a", declared: "Int", asked: "Bool")],
            exposures: [
                ReportedExposure(
                    key: "a", experiment: "e", group: "g", supplier: .source, unit: "u",
                    at: Date(timeIntervalSince1970: 1))
            ],
            metrics: [
                ReportedMetric(
                    "buy", value: 2, at: Date(timeIntervalSince1970: 2), properties: JSONObject(setting: []))
            ], droppedEvents: 3)
        let expected =
            #"{"version":1,"identity":{"app":"shop","version":"4.2.0","build":"1083","system":"iOS 18.4","#
            + #""device":"iPhone16,2","installation":"i-1"},"run":"r","sequence":7,"sentAt":"1970-01-01T00:00:00Z","#
            + #""revision":"k3x9.17","source":{"version":"12"},"roundTrip":0.25,"whole":true,"#
            + #""keys":[{"key":"a","status":"incorrect","value":"x","supplier":"default","problem":"no"}],"#
            + #""removedKeys":["b"],"mismatches":[{"key":"a","declared":"Int","asked":"Bool"}],"#
            + #""exposures":[{"key":"a","experiment":"e","group":"g","supplier":"source","unit":"u","#
            + #""at":"1970-01-01T00:00:01Z"}],"metrics":[{"name":"buy","value":2,"at":"1970-01-01T00:00:02Z"}],"#
            + #""droppedEvents":3}"#
        #expect(String(decoding: report.bytes, as: UTF8.self) == expected)
        #expect(try AppReport(parsing: report.bytes) == report)
    }

    @Test("is taken where it says little, or what only newer versions know")
    func tolerance() throws {
        let report = try AppReport(
            parsing: Self.report(
                #", "mood": 1, "revision": "?", "keys": [{"key": "a", "status": "new", "supplier": "moon"}]"#)
        )
        #expect(report.revision == nil)
        #expect(report.keys == [ReportedKey("a", status: .unknown, value: nil, supplier: nil)])
    }

    @Test(
        "is refused with the path of the first mistake",
        arguments: [
            (#", "keys": [{"key": "a", "status": "ok"}, {"status": "ok"}]"#, #"keys[1]: "key" is missing"#),
            (#", "keys": [{"key": "a", "status": 3}]"#, "keys[0].status: expected a string, found 3"),
            (#", "keys": {}"#, "keys: expected an array"),
            (#", "droppedEvents": -1"#, "expected a whole number from 0"),
            (
                #", "metrics": [{"name": "", "at": "2026-03-01T09:30:00Z"}]"#,
                "metrics[0].name: expected a string that"
            ),
            (
                #", "exposures": [{"key": "a", "experiment": "e", "group": "g", "at": "noon"}]"#,
                "exposures[0].at: exp"
            ),
            (#", "removedKeys": [3]"#, "removedKeys: expected"),
            (#", "source": 3"#, "source: expected an object"),
        ])
    func faults(more: String, words: String) throws {
        let problem = try #require(throws: LinkProblem.self) { try AppReport(parsing: Self.report(more)) }
        #expect(problem.message.contains(words), "\(problem)")
    }

    @Test("is refused where a newer version means something else by it")
    func version() throws {
        let problem = try #require(throws: LinkProblem.self) {
            try AppReport(parsing: Array(#"{"version": 2, "identity": 3}"#.utf8))
        }
        #expect(problem.message == "its version is 2, and this program reads up to 1")
    }

    @Test("is refused where it, or something in it, is larger than agreed")
    func limits() throws {
        let name = String(repeating: "n", count: LinkLimits.nameBytes + 1)
        let many = Array(repeating: #"{"key": "a", "status": "ok"}"#, count: LinkLimits.keys + 1)
        for more in [
            #", "keys": [{"key": "\#(name)", "status": "ok"}]"#,
            #", "keys": [\#(many.joined(separator: ","))]"#,
            #", "metrics": [{"name": "\#(String(repeating: "x", count: 1_000_000))"}]"#,
        ] {
            #expect(throws: LinkProblem.self) { try AppReport(parsing: Self.report(more)) }
        }
    }

    @Test("is cut by who sends it to what is agreed, between characters")
    func cutting() throws {
        var key = ReportedKey(
            "k", status: .ok, value: String(repeating: "é", count: LinkLimits.valueBytes), supplier: .source)
        #expect(key.value?.utf8.count == LinkLimits.valueBytes)
        #expect(key.fullLength == LinkLimits.valueBytes * 2)
        key.pending = "next"
        #expect("aé".prefix(bytes: 2) == "a")
        #expect("aé".prefix(bytes: 0) == "")
        let report = AppReport(
            identity: Self.identity, run: "r", sequence: 1, sentAt: Date(timeIntervalSince1970: 0),
            keys: [key])
        #expect(try AppReport(parsing: report.bytes) == report)
        #expect(ReportedMetric("m", value: .nan, at: .distantPast).value == nil)
    }

    @Test("never ends the program, however it is damaged", arguments: 0..<8 as Range<UInt64>)
    func mutation(seed: UInt64) {
        var random = SeededGenerator(seed: seed &+ FuzzEffort.seed)
        for _ in 0..<FuzzEffort.rounds(usually: 60, cases: 8) {
            var bytes = Self.report(
                #", "keys": [{"key": "a", "status": "ok", "value": "v"}], "metrics": [], "whole": true"#)
            for _ in 0...random.below(4) { Mutation.apply(to: &bytes, using: &random) }
            guard let report = try? AppReport(parsing: bytes) else { continue }
            #expect((try? AppReport(parsing: report.bytes)) == report)
        }
    }

    @Test(
        "has keys that stand in any order, with members that are not known, and twice if it is reported twice",
        arguments: [
            (#"{"key": "a", "status": "ok"}"#, ["a"]),
            (
                #" {"status" : "override" , "supplier":"override","value":"\u00e9\"\\é\n", "key":"ké" } "#,
                ["ké"]
            ),
            (
                #"{"key":"a","status":"ok"},{"key":"a","status":"missing"},{"key":"c","status":"new"}"#,
                ["a", "a", "c"]
            ),
            (#"{"key":"a","status":"ok","value":null,"fullLength":1}"#, ["a"]),
            (#"{"key":"a","status":"ok","mood":[1,{"x":"]"}]}"#, ["a"]),
            (#"{"k\u0065y":"a","status":"\u006fk"}"#, ["a"]),
        ])
    func keys(keys: String, names: [String]) throws {
        for more in [
            #", "keys": [\#(keys)]"#, #", "x": {"keys": [1, "]"]}, "keys": [\#(keys)], "whole": true"#,
        ] {
            #expect(try AppReport(parsing: Self.report(more)).keys.map(\.name) == names)
        }
    }

    @Test(
        "is refused where a key is not as it must be",
        arguments: [
            #"{"key":"a","status":"ok","key":"b"}"#, #"{"key":"","status":"ok"}"#, #"{"status":"ok"}"#,
            #"{"key":"a","status":"ok"},"#, #"{"key":"a","status":"ok""#,
            #"{"key":"a","status":"ok","fullLength":01}"#,
            #"{"key":"a","status":"ok","value":"\ud800"}"#, #"{"key":"a","status":"ok"}], "keys": ["#,
            #"{"key":"a","status":"ok"}], "mood": "\x", "a": ["#,
        ])
    func refusedKeys(keys: String) {
        #expect(throws: LinkProblem.self) { try AppReport(parsing: Self.report(#", "keys": [\#(keys)]"#)) }
    }

    @Test("is answered with what the server wants next")
    func receipt() throws {
        #expect(try ReportReceipt(parsing: ReportReceipt(wantsWhole: true).bytes).wantsWhole)
        #expect(try ReportReceipt(parsing: Array(#"{"version": 1}"#.utf8)) == ReportReceipt())
        #expect(throws: LinkProblem.self) { try ReportReceipt(parsing: []) }
    }
}
