import ExperimentsCore
import FirebaseConfig
import Foundation
import TestSupport
import Testing

extension RemoteConfig.Key {
    fileprivate static let color: Self = "color"
    fileprivate static let size: Self = "size"
}

@Suite("Keys and defaults", .inTurn)
struct KeyTests {
    @Test("a key reads what its name reads")
    func reading() async throws {
        let client = try await ClientUnderTest.afterFirstFetch()
        #expect(client.config.configValue(for: .color).stringValue == "red")
        #expect(client.config.configValue(for: .color) == client.config.configValue(for: "color"))
        #expect(client.config.configValue(for: .size).source == .static)
        #expect(client.config[.color] == client.config["color"])
        #expect(try client.config.decodedValue(for: .color) == "red")
    }

    @Test("defaults by key are those of their names")
    func defaults() throws {
        let config = try ClientUnderTest().config
        config.setDefaults([.size: 7, .color: "green"])
        #expect(config.configValue(for: .size) == RemoteConfig.Value(stringValue: "7", source: .default))
        #expect(config.configValue(for: "color").stringValue == "green")
        config.setDefaults(nil as [RemoteConfig.Key: RemoteConfig.DefaultValue]?)
        #expect(config.configValue(for: .size).source == .static)
    }

    @Test("a library's defaults are below the app's, in either order of setting them")
    func libraryDefaults() throws {
        let config = try ClientUnderTest().config
        config.setDefaults([.color: "green"])
        config.setLibraryDefaults([.color: "grey", .size: 1])
        #expect(config.configValue(for: .color).stringValue == "green")
        #expect(config.configValue(for: .size).stringValue == "1")
        #expect(config.keys() == ["color", "size"])
        config.setDefaults(["size": "2"])
        #expect(config.configValue(for: .color).stringValue == "grey")
        #expect(config.configValue(for: .size).stringValue == "2")
    }

    @Test("defaults become texts as in the official clients")
    func texts() throws {
        let berlin = try #require(TimeZone(identifier: "Europe/Berlin"))
        let summer = Date(timeIntervalSince1970: 1_782_864_000)
        let expected: [(RemoteConfig.DefaultValue, String)] = [
            ("text", "text"), (true, "1"), (false, "0"), (7, "7"), (49.9, "49.9"), (.decimal(2), "2"),
            (.date(summer), "2026-07-01 02:00:00"), (.data(Data("bytes".utf8)), "bytes"),
            (.json(["a": [1, 2]]), #"{"a":[1,2]}"#),
        ]
        for (value, text) in expected { #expect(value.text(in: berlin) == text) }
    }

    @Test("objects of Foundation become the same texts")
    func objects() throws {
        let expected: [(Any, String)] = [
            (NSString("text"), "text"), ("text", "text"), (NSNumber(value: true), "1"), (true, "1"),
            (NSNumber(value: 7), "7"), (7, "7"), (NSNumber(value: 49.9), "49.9"), (NSNumber(value: 2.0), "2"),
            (49.9, "49.9"),
            (Data("bytes".utf8), "bytes"), (["b": 1, "a": [true]] as [String: Any], #"{"a":[true],"b":1}"#),
            (NSObject(), ""),
        ]
        for (object, text) in expected {
            #expect(RemoteConfig.DefaultValue(object).text() == text, "\(object)")
        }
    }
}
