import ExperimentsCore
import FirebaseConfig
import Foundation
import TestSupport
import Testing

@Suite("An app's defaults", .inTurn)
struct DefaultsTests {
    func config() throws -> RemoteConfig { try ClientUnderTest().config }

    func texts(_ config: RemoteConfig) -> [String: String] {
        Dictionary(
            uniqueKeysWithValues: config.allKeys(from: .default).map { ($0, config[$0].stringValue) })
    }

    @Test("setting them again takes the place of those before")
    func replacing() throws {
        let config = try config()
        config.setDefaults(["a": "1"])
        config.setDefaults(["b": "2"])
        #expect(texts(config) == ["b": "2"])
    }

    @Test("a value's members are defaults")
    func encodable() throws {
        struct Values: Encodable {
            var title = "Hi"
            var count = 3
            var isNew = true
            var sizes = [1, 2]
            var nothing: String?
        }
        let config = try config()
        try config.setDefaults(from: Values())
        #expect(texts(config) == ["title": "Hi", "count": "3", "isNew": "true", "sizes": "[1,2]"])
        let error = #expect(throws: DefaultsProblem.self) { try config.setDefaults(from: [1, 2]) }
        #expect(error?.description == "expected an object of keys and values, found [1,2]")
        #expect(texts(config).count == 4)
    }

    @Test("a file of JSON is read")
    func json() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(#"{"a": 1.50, "b": {"x": [true]}, "c": "ü"}"#, to: "defaults.json")
        let config = try config()
        try config.setDefaults(fromFile: path)
        #expect(texts(config) == ["a": "1.50", "b": #"{"x":[true]}"#, "c": "ü"])
    }

    @Test(
        "a property list is read, in each of its forms",
        arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary])
    func propertyList(format: PropertyListSerialization.PropertyListFormat) throws {
        let date = Date(timeIntervalSince1970: 1_772_357_400)
        let values: [String: Any] = [
            "text": "x", "int": 1, "double": 2.5, "yes": true, "no": false, "list": [1, "two"] as [Any],
            "object": ["b": true, "a": 1] as [String: Any], "date": date,
            "data": Data("raw".utf8),
        ]
        let folder = try TemporaryFolder()
        let path = folder.path + "/Defaults.plist"
        try PropertyListSerialization.data(fromPropertyList: values, format: format, options: 0)
            .write(to: URL(fileURLWithPath: path))
        let config = try config()
        try config.setDefaults(fromFile: path)
        #expect(
            texts(config) == [
                "text": "x", "int": "1", "double": "2.5", "yes": "true", "no": "false", "list": #"[1,"two"]"#,
                "object": #"{"a":1,"b":true}"#, "date": RemoteConfig.DefaultValue.date(date).text(),
                "data": "raw",
            ])
    }

    @Test(
        "a file that is none is refused by name, and those set before stay",
        arguments: [
            ("d.json", "[1]", "expected an object of keys and values, found [1]"),
            ("d.json", "{", "not JSON: "), ("d.plist", "{\"a\": 1", "not a property list of keys and values"),
        ])
    func refused(name: String, content: String, words: String) throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(content, to: name)
        let config = try config()
        config.setDefaults(["a": "1"])
        let error = #expect(throws: DefaultsProblem.self) { try config.setDefaults(fromFile: path) }
        #expect(error?.path == path)
        #expect(error?.reason.hasPrefix(words) == true, "\(String(describing: error))")
        #expect(texts(config) == ["a": "1"])
    }

    @Test("a file that is not there is named")
    func missing() throws {
        let error = #expect(throws: DefaultsProblem.self) {
            try config().setDefaults(fromFile: "/nowhere/d.json")
        }
        #expect(error?.description.hasPrefix("/nowhere/d.json: cannot be read: ") == true)
    }
}
