import ExperimentsCore
import Foundation
import TestSupport
import Testing

@testable import Variants

@Suite("How variants divide users", .inTurn)
struct VariantSplitTests {
    private static func document(_ variants: String) -> String {
        #"{"flag_defs": [{"flag": "page", "base_value": "old"}], "variants": [\#(variants)]}"#
    }

    private static func variant(_ id: String, _ conditions: String, operator word: String? = nil) -> String {
        """
        {"id": "\(id)", \(word.map { "\"condition_operator\": \"\($0)\", " } ?? "")"conditions": [\(conditions)],
         "mods": [{"flag": "page", "value": "\(id) page"}]}
        """
    }

    private static let rollout = #"{"type": "ROLLOUT", "value": {"percentage": 20, "salt": "s"}}"#
    private static let draw = #"{"type": "RANDOM", "value": 0.2}"#
    private static let anna = #"{"type": "USER_ID", "values": ["anna", "ben"]}"#
    private static let carl = #"{"type": "USER_ID", "values": ["carl"]}"#

    private func keeper(_ variants: String) throws -> (VariantsRemoteConfigKeeper, TemporaryFolder) {
        let folder = try TemporaryFolder()
        let path = try folder.write(Self.document(variants), to: "variants.json")
        let keeper = VariantsRemoteConfigKeeper(path: path, isWatched: false)
        try keeper.fetchNow()
        return (keeper, folder)
    }

    private func split(_ variants: String) throws -> ExperimentSplit? {
        let (keeper, folder) = try keeper(variants)
        return withExtendedLifetime(folder) { keeper.splits(of: ["page"], users: 20_000).first }
    }

    @Test("a rollout leaves the rest at the base value, and simulated users fall as it means")
    func rollout() throws {
        let split = try #require(try split(Self.variant("new", Self.rollout)))
        #expect(split.key == "page")
        #expect(split.arms.map(\.name) == [nil, "new"])
        #expect(split.arms.map(\.value) == ["old", "new page"])
        #expect(split.arms.map { ($0.intended ?? 0) * 10 }.map { $0.rounded() } == [8, 2])
        #expect(abs((split.arms[1].simulated ?? 0) - 0.2) < 0.012)
    }

    @Test("it is reported those whom the other conditions let in")
    func letIn() throws {
        let split = try #require(try split(Self.variant("new", Self.draw + "," + Self.anna, operator: "AND")))
        #expect(split.arms.map { (($0.intended ?? 0) * 10).rounded() } == [8, 2])
        #expect(abs((split.arms[1].simulated ?? 0) - 0.2) < 0.012)
    }

    @Test("users who get it regardless of chance are not counted")
    func testers() throws {
        let split = try #require(
            try split(Self.variant("new", Self.anna + "," + Self.rollout, operator: "OR")))
        #expect(split.arms.map { (($0.intended ?? 0) * 10).rounded() } == [8, 2])
    }

    @Test("if variants are for different users, or nothing is divided, nothing is reported")
    func nothing() throws {
        let one = Self.variant("one", Self.draw + "," + Self.anna, operator: "AND")
        let other = Self.variant("other", Self.draw + "," + Self.carl, operator: "AND")
        #expect(try split(one + "," + other) == nil)
        #expect(try split(Self.variant("all", #"{"type": "RANDOM", "value": 1}"#)) == nil)
        let (keeper, folder) = try keeper(one)
        withExtendedLifetime(folder) { #expect(keeper.splits(of: ["other"], users: 10).isEmpty) }
    }
}
