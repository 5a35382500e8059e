import ExperimentsCore
import FirebaseTemplates
import Foundation
import TestSupport
import Testing
import Variants

@testable import ExperimentsServer

@Suite("Sources that look at the context", .inTurn)
struct ContextualKeeperTests {
    func source(_ keeper: any RemoteConfigKeeper, _ names: [String]) async throws -> FlagSource {
        let service = RemoteConfigService(remoteConfigKeeper: keeper)
        try await service.fetch()
        return FlagSource(
            name: "s", service, keys: names.map { CatalogKey(name: $0, schema: ValueSchema(kind: .string)) })
    }

    func said(_ source: FlagSource, _ key: String, _ context: String) async throws -> String {
        let body = Array("{\"context\": \(context)}".utf8)
        let json = await source.answers(for: try FlagContext(ofBody: body)).evaluation(of: key).json
        if let code = json["errorCode"]?.string { return code }
        return [json["value"], json["reason"], json["variant"]].map { $0?.valueText ?? "-" }.joined(
            separator: " ")
    }

    func variants(_ folder: TemporaryFolder) async throws -> FlagSource {
        let path = try folder.write(
            """
            {"flag_defs": [
              {"flag": "plain", "base_value": "p"}, {"flag": "norway", "base_value": "no"},
              {"flag": "rolled", "base_value": "old"}, {"flag": "both", "base_value": "old"},
              {"flag": "always", "base_value": "old"}],
             "variants": [
              {"id": "IN_NORWAY", "conditions": [{"type": "USER_ID", "values": ["n1"]}],
               "mods": [{"flag": "norway", "value": "yes"}]},
              {"id": "ROLLED", "conditions": [{"type": "USER_ID_MOD", "values": [0, 99]}],
               "mods": [{"flag": "rolled", "value": "new"}]},
              {"id": "ALWAYS", "mods": [{"flag": "always", "value": "new"}]},
              {"id": "BOTH", "condition_operator": "AND",
               "conditions": [{"type": "USER_ID", "values": ["7"]}, {"type": "USER_ID_MOD", "values": [0, 99]}],
               "mods": [{"flag": "both", "value": "new"}]}]}
            """, to: "variants.json")
        return try await source(
            VariantsRemoteConfigKeeper(path: path, isWatched: false),
            ["plain", "norway", "rolled", "both", "always"])
    }

    @Test("with variants say for whom it is and why")
    func variantsReasons() async throws {
        let folder = try TemporaryFolder()
        let source = try await variants(folder)
        #expect(try await said(source, "plain", #"{"targetingKey": "7"}"#) == "p STATIC source")
        #expect(try await said(source, "always", #"{"targetingKey": "7"}"#) == "new STATIC ALWAYS")
        #expect(
            try await said(source, "norway", #"{"targetingKey": "n1"}"#) == "yes TARGETING_MATCH IN_NORWAY")
        #expect(try await said(source, "norway", #"{"targetingKey": "n2"}"#) == "no DEFAULT source")
        #expect(
            try await said(source, "norway", #"{"targetingKey": "n2", "user_id": "n1"}"#)
                == "yes TARGETING_MATCH IN_NORWAY")
        #expect(try await said(source, "rolled", #"{"targetingKey": "7"}"#) == "new SPLIT ROLLED")
        #expect(try await said(source, "both", #"{"targetingKey": "7"}"#) == "new SPLIT BOTH")
    }

    @Test("with variants need the targeting key only for the flags that use it")
    func variantsMissingKey() async throws {
        let folder = try TemporaryFolder()
        let source = try await variants(folder)
        #expect(try await said(source, "rolled", #"{"plan": "pro"}"#) == "TARGETING_KEY_MISSING")
        #expect(try await said(source, "rolled", "{}") == "TARGETING_KEY_MISSING")
        #expect(try await said(source, "plain", "{}") == "p STATIC source")
        #expect(try await said(source, "norway", "{}") == "no DEFAULT source")
        // Something else settles it already.
        #expect(try await said(source, "both", "{}") == "old DEFAULT source")
    }

    func template(_ folder: TemporaryFolder) async throws -> FlagSource {
        let path = try folder.write(
            """
            {"conditions": [
              {"name": "norway", "expression": "device.country in ['NO']"},
              {"name": "half", "expression": "percent('s') <= 100"},
              {"name": "pro", "expression": "app.customSignal['tier'].exactlyMatches(['pro'])"}],
             "parameters": {
              "plain": {"defaultValue": {"value": "p"}},
              "country": {"defaultValue": {"value": "no"}, "conditionalValues": {"norway": {"value": "yes"}}},
              "rolled": {"defaultValue": {"value": "old"}, "conditionalValues": {"half": {"value": "new"}}},
              "tier": {"defaultValue": {"value": "free"}, "conditionalValues": {"pro": {"value": "paid"}}}}}
            """, to: "template.json")
        return try await source(
            TemplateRemoteConfigKeeper(.file(path: path), isWatched: false),
            ["plain", "country", "rolled", "tier"])
    }

    @Test("with a template say for whom it is and why, by names as they are and by paths")
    func templateReasons() async throws {
        let folder = try TemporaryFolder()
        let source = try await template(folder)
        #expect(try await said(source, "plain", #"{"targetingKey": "i"}"#) == "p STATIC source")
        #expect(
            try await said(source, "country", #"{"device.country": "NO"}"#) == "yes TARGETING_MATCH source")
        #expect(
            try await said(source, "country", #"{"device": {"country": "NO"}}"#)
                == "yes TARGETING_MATCH source")
        #expect(try await said(source, "country", #"{"targetingKey": "i"}"#) == "no DEFAULT source")
        #expect(
            try await said(source, "tier", #"{"app": {"customSignal": {"tier": "pro"}}}"#)
                == "paid TARGETING_MATCH source")
        #expect(try await said(source, "rolled", #"{"targetingKey": "i"}"#) == "new SPLIT source")
        #expect(try await said(source, "rolled", #"{"randomizationId": "i"}"#) == "new SPLIT source")
        #expect(try await said(source, "rolled", #"{"device.country": "NO"}"#) == "TARGETING_KEY_MISSING")
    }

    @Test("ask with the configured user below the context of the request")
    func configured() async throws {
        let folder = try TemporaryFolder()
        let source = try await template(folder)
        let keeper = try #require(source.service.keeper as? TemplateRemoteConfigKeeper)
        keeper.setPersona(SourcePersona(fields: ["device.country": "NO", "randomizationId": "configured"]))
        #expect(try await said(source, "country", "{}") == "yes TARGETING_MATCH source")
        #expect(try await said(source, "country", #"{"targetingKey": "i"}"#) == "yes TARGETING_MATCH source")
        #expect(try await said(source, "country", #"{"device": {"country": "SE"}}"#) == "no DEFAULT source")
        let persona = keeper.persona(targetingKey: "i", fields: [:])
        #expect(persona.fields == ["device.country": "NO", "app.firebaseInstallationId": "i"])
    }

    @Test("have another tag if only another user's values changed")
    func tag() async throws {
        let folder = try TemporaryFolder()
        let source = try await template(folder)
        let (tag, array) = (source.tag, source.answers.array)
        try folder.write(
            try folder.text(of: "template.json").replacing("\"yes\"", with: "\"ja\""), to: "template.json")
        try await source.service.fetch()
        #expect(source.answers.array == array)
        #expect(source.tag != tag)
    }
}
