import ExperimentsCore
import Foundation
import TestSupport
import Testing

@testable import GrowthBookFeatures

/// The parts of evaluations, against what the official SDK for JavaScript gave.
@Suite(
    "Recorded conditions, hashes and addresses", .inTurn,
    .enabled(if: Conformance.isPresent, Comment(rawValue: Conformance.absence)))
struct ConditionCasesTests {
    @Test("Conditions hold as recorded", arguments: RecordedCases.allCases)
    func conditions(file: RecordedCases) throws {
        for recorded in try file.section("evalCondition") {
            let rule: JSONValue = ["force": true, "condition": recorded[1]]
            let context: JSONValue = [
                "attributes": recorded[2], "features": ["f": ["defaultValue": false, "rules": [rule]]],
                "savedGroups": recorded.count > 4 ? recorded[4] : .object(JSONObject()),
            ]
            let isOn = try evaluator(context).evaluate("f").isOn
            #expect(isOn == recorded[3].bool, "\(recorded[0].string ?? ""): \(recorded[1].compactText)")
        }
    }

    @Test("Values fall into the recorded buckets", arguments: RecordedCases.allCases)
    func hashes(file: RecordedCases) throws {
        for recorded in try file.section("hash") {
            let found = bucket(
                seed: try #require(recorded[0].string), value: try #require(recorded[1].string),
                version: try #require(recorded[2].int))
            #expect(found == recorded[3].double, "\(recorded)")
        }
    }

    @Test("Weights make the recorded ranges", arguments: RecordedCases.allCases)
    func ranges(file: RecordedCases) throws {
        for recorded in try file.section("getBucketRange") {
            let asked = try #require(recorded[1].array)
            let ranges = [BucketRange](
                variations: try #require(asked[0].int), coverage: try #require(asked[1].double),
                weights: asked[2].array?.compactMap(\.double))
            let expected = (recorded[2].array ?? []).map {
                ($0.array ?? []).compactMap(\.double).map(Self.cut)
            }
            #expect(ranges.map { [Self.cut($0.start), Self.cut($0.end)] } == expected, "\(recorded[0])")
        }
        for recorded in try file.section("getEqualWeights") {
            let weights = [BucketRange].equalWeights(try #require(recorded[0].int))
            #expect(weights.map(Self.cut) == (recorded[1].array ?? []).compactMap(\.double).map(Self.cut))
        }
    }

    private static func cut(_ value: Double) -> Double { (value * 1e8).rounded() / 1e8 }

    @Test("Ranges hold the recorded buckets", arguments: RecordedCases.allCases)
    func variations(file: RecordedCases) throws {
        var reader = PayloadReader(options: EvaluationOptions())
        for recorded in try file.section("chooseVariation") {
            let ranges = reader.readRanges(recorded[2])
            #expect(ranges.place(of: try #require(recorded[1].double)) == recorded[3].int, "\(recorded[0])")
        }
        for recorded in try file.section("inNamespace") {
            let parts = try #require(recorded[2].array)
            let range = reader.readRange(.array(Array(parts[1...])))
            let found = try #require(
                bucket(seed: "__" + (parts[0].string ?? ""), value: recorded[1].string ?? "", version: 1))
            #expect(range?.contains(found) == recorded[3].bool, "\(recorded[0])")
        }
    }

    @Test("Addresses ask for the recorded variations", arguments: RecordedCases.allCases)
    func queries(file: RecordedCases) throws {
        for recorded in try file.section("getQueryStringOverride") {
            let variation = WebAddress.forcedVariation(
                of: recorded[1].string ?? "", in: recorded[2].string ?? "", count: recorded[3].int ?? 0)
            #expect(variation == recorded[4].int, "\(recorded[0])")
        }
    }

    @Test("Addresses are targeted and merged as recorded", arguments: RecordedCases.allCases)
    func addresses(file: RecordedCases) throws {
        for recorded in try file.section("isURLTargeted") {
            let targets = (recorded[1].array ?? []).compactMap(\.object).map(URLTarget.init)
            #expect(
                URLTarget.isTargeted(recorded[0].string ?? "", targets) == recorded[2].bool,
                "\(recorded[0].compactText) \(recorded[1].compactText)")
        }
        for recorded in try file.section("mergeQueryStrings") {
            let merged = WebAddress.merging(queryOf: recorded[0].string ?? "", into: recorded[1].string ?? "")
            #expect(merged == recorded[2].string)
        }
    }

    @Test("Members are decrypted as recorded", arguments: RecordedCases.allCases)
    func decryption(file: RecordedCases) throws {
        for recorded in try file.section("decrypt") {
            let text = PayloadCipher.text(of: recorded[1].string ?? "", key: recorded[2].string ?? "")
            #expect(text.map { String(decoding: $0, as: UTF8.self) } == recorded[3].string, "\(recorded[0])")
        }
    }
}
