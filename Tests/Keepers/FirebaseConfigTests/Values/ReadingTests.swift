import ExperimentsCore
import FirebaseConfig
import Foundation
import TestSupport
import Testing

@Suite("Reading values", .inTurn)
struct ReadingTests {
    @Test("a key's value is the service's, else the default, else empty; each can be asked for by its source")
    func sources() async throws {
        let client = try await ClientUnderTest.afterFirstFetch()
        client.config.setDefaults(["color": "blue", "size": "3"])
        #expect(client.config["color"].stringValue == "red")
        #expect(client.config["size"].source == .default)
        #expect(client.config["none"].source == .static)
        #expect(client.config.configValue(for: "color", source: .default)?.stringValue == "blue")
        #expect(client.config.configValue(for: "size", source: .remote) == nil)
        #expect(client.config.configValue(for: "color", source: .static)?.stringValue == "")
        #expect(client.config.defaultValue(for: "none") == nil)
    }

    @Test("an empty text of the service is its value, not a lack of one")
    func empty() async throws {
        let client = try ClientUnderTest()
        client.transport.addRegistration()
        client.transport.addUpdate(#"{"color": ""}"#)
        client.config.setDefaults(["color": "blue"])
        try await client.config.fetchAndActivate()
        #expect(client.config["color"] == RemoteConfig.Value(stringValue: "", source: .remote))
        #expect(!client.config["color"].boolValue)
    }

    @Test("keys are listed by prefix over service and defaults, and by source")
    func keys() async throws {
        let client = try await ClientUnderTest.afterFirstFetch()
        client.config.setDefaults(["cost": "1", "size": "3", "color": "blue"])
        #expect(client.config.keys() == ["color", "cost", "size"])
        #expect(client.config.keys(withPrefix: "co") == ["color", "cost"])
        #expect(client.config.keys(withPrefix: "x").isEmpty)
        #expect(client.config.allKeys(from: .remote) == ["color"])
        #expect(client.config.allKeys(from: .default) == ["color", "cost", "size"])
        #expect(client.config.allKeys(from: .static).isEmpty)
    }

    @Test("the settings choose the rule for booleans")
    func booleanRule() throws {
        let shared = try ClientUnderTest()
        shared.config.setDefaults(["a": "on", "b": "2"])
        #expect(["a", "b"].map { shared.config[$0].boolValue } == [true, false])
        let apple = try ClientUnderTest(settings: RemoteConfig.Settings(booleanRule: .apple))
        apple.config.setDefaults(["a": "on", "b": "2"])
        #expect(["a", "b"].map { apple.config[$0].boolValue } == [false, true])
    }

    @Test("a value that does not decode is reported with its key and its place")
    func decoding() throws {
        struct Point: Decodable {
            let x: Int
        }
        let client = try ClientUnderTest()
        client.config.setDefaults(["p": #"{"x": 1}"#, "q": #"{"y": 1}"#])
        #expect(try client.config.decodedValue(for: "p", as: Point.self).x == 1)
        let error = #expect(throws: ValueDecodingError.self) {
            _ = try client.config.decodedValue(for: "q", as: Point.self)
        }
        #expect(error?.description == "q: x is missing")
        let none = #expect(throws: ValueDecodingError.self) {
            _ = try client.config.decodedValue(for: "r", as: String.self)
        }
        #expect(none?.description == "r: no value")
    }

    @Test("the settings are those of the official clients: twelve hours and a minute")
    func settings() {
        #expect(RemoteConfig.Settings().minimumFetchInterval == 43200)
        #expect(RemoteConfig.Settings().fetchTimeout == .seconds(60))
    }

    @Test("experiments, rollouts and personalization of the set in use are at hand")
    func metadata() async throws {
        let client = try ClientUnderTest()
        client.transport.addRegistration()
        client.transport.add(
            200,
            #"""
            {"state": "UPDATE", "entries": {"a": "1", "b": "2"}, "templateVersion": "3",
             "experimentDescriptions": [{"experimentId": "_exp_1", "variantId": "2", "affectedParameterKeys": ["a"]}],
             "rolloutMetadata": [{"rolloutId": "rollout_1", "variantId": "v", "affectedParameterKeys": ["b"]}],
             "personalizationMetadata": {"b": {"personalizationId": "p", "armIndex": 1, "group": "P13N"}}}
            """#)
        try await client.config.fetchAndActivate()
        let active = try #require(client.config.active)
        #expect(active.experiments.map(\.experimentID) == ["_exp_1"])
        #expect(
            active.rollouts
                == [RolloutAssignment(rolloutID: "rollout_1", variantID: "v", affectedParameterKeys: ["b"])])
        #expect(
            active.personalization
                == [
                    "b": PersonalizationAssignment(
                        personalizationID: "p", armIndex: 1, choiceID: nil, group: "P13N")
                ])
        #expect(active.templateVersion == 3)
    }
}
