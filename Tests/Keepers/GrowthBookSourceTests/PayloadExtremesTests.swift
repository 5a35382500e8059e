import ExperimentsCore
import Foundation
import GrowthBookFeatures
import TestSupport
import Testing

@testable import GrowthBookSource

@Suite("Payloads that are too much", .inTurn)
struct PayloadExtremesTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func keeper(key: String? = nil) -> GrowthBookRemoteConfigKeeper {
        GrowthBookRemoteConfigKeeper(
            .file(path: folder.path("features.json"), shownAs: "features.json"),
            reading: PayloadReading(decryptionKey: key))
    }

    /// Why a payload is not taken, once a good one was.
    private func failure(_ text: String, after good: String, key: String? = nil) async throws -> (
        failure: FetchFailure?, keeper: GrowthBookRemoteConfigKeeper
    ) {
        let keeper = keeper(key: key)
        try folder.write(good, to: "features.json")
        _ = try await keeper.fetch(.manual)
        try folder.write(text, to: "features.json")
        return (await #expect(throws: FetchFailure.self) { try await keeper.fetch(.manual) }, keeper)
    }

    @Test("fifty megabytes are read, and evaluated")
    func large() async throws {
        // Long texts, so that a test without optimization reads it in a moment; `make bench` reads one of many rules.
        var bytes = Data(#"{"features": {"#.utf8)
        for place in 0..<50 {
            let start =
                #"\#(place > 0 ? "," : "")"f\#(place)": {"defaultValue": 0, "rules": [{"condition": {"id": "ann"}, "#
            bytes +=
                Data((start + #""force": "\#(place) "#).utf8)
                + Data(repeating: UInt8(ascii: "x"), count: 1 << 20)
            bytes += Data(#""}]}"#.utf8)
        }
        bytes += Data("}}".utf8)
        #expect(bytes.count > 50 << 20)
        try folder.write(bytes, to: "features.json")
        let keeper = keeper()
        #expect(try await keeper.fetch(.manual).status == .updated)
        keeper.setPersona(SourcePersona(fields: ["id": "ann"]))
        #expect(keeper.snapshot.entries["f49"]?.text?.hasPrefix("49 x") == true)
    }

    @Test("one that is larger than is read at all is refused with the limit, without reading it")
    func tooLarge() async throws {
        let keeper = keeper()
        try folder.write("{}", to: "features.json")
        let handle = try #require(FileHandle(forWritingAtPath: folder.path("features.json")))
        try handle.truncate(atOffset: UInt64(GrowthBookServer.largestPayload) + 1)
        let failure = await #expect(throws: FetchFailure.self) { try await keeper.fetch(.manual) }
        #expect(failure?.summary.contains("features.json: is larger than 67108864 bytes") == true)
    }

    @Test(
        "one that is nested without end is refused, and the last good one stays", arguments: [300, 1_000_000])
    func deep(levels: Int) async throws {
        let nested = String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
        let (failure, keeper) = try await failure(
            #"{"features": {"f": {"defaultValue": \#(nested)}}}"#, after: #"{"f": {"defaultValue": 1}}"#)
        #expect(
            failure?.summary.contains("nested deeper than 256 levels") == true, "\(failure?.summary ?? "")")
        #expect(keeper.snapshot.entries["f"]?.text == "1")
    }

    @Test("conditions and prerequisites nested as deep as can be read are evaluated completely")
    func deepConditions() async throws {
        let (opened, closed) = (
            String(repeating: #"{"$not": "#, count: 240), String(repeating: "}", count: 240)
        )
        let condition = opened + #"{"id": "ann"}"# + closed
        try folder.write(
            #"{"f": {"defaultValue": 1, "rules": [{"condition": \#(condition), "force": 2}]}}"#,
            to: "features.json")
        let keeper = keeper()
        _ = try await keeper.fetch(.manual)
        #expect(keeper.snapshot.entries["f"]?.text == "1")
        #expect(!keeper.explanation(of: "f").isEmpty)
    }

    @Test("one that is encrypted with another key says so without the key, and the last good one stays")
    func anotherKey() async throws {
        let encrypted =
            #"{"features": {}, "encryptedFeatures": "AAECAwQFBgcICQoLDA0ODw==.gaMBKs51j9iS3cvpBOApD+H7ZCJMo1xzq1VrJERmm00="}"#
        let (failure, keeper) = try await failure(
            encrypted, after: #"{"f": {"defaultValue": 7}}"#, key: "/+7dzLuqmYh3ZlVEMyIRAA==")
        #expect(
            failure?.summary
                == "features.json: features cannot be decrypted; check that this is the connection's decryption key"
        )
        #expect(keeper.snapshot.entries["f"]?.text == "7")
        let right = self.keeper(key: "ABEiM0RVZneImaq7zN3u/w==")
        _ = try await right.fetch(.manual)
        #expect(right.snapshot.entries["f"]?.text == "1")
    }
}
