import ExperimentsCore
import FirebaseConfig
import Foundation
import TestSupport
import Testing

@Suite("Views of a value", .inTurn)
struct ValueTests {
    struct Screen: Codable, Equatable {
        struct Button: Codable, Equatable {
            var title: String
            var size: Int?
        }

        var title: String
        var buttons: [Button]
    }

    enum Flow: String, Codable {
        case classic, express
        case number = "5"
    }

    func value(_ text: String) -> RemoteConfig.Value {
        RemoteConfig.Value(stringValue: text, source: .remote)
    }

    @Test("numbers are decimal, and what is none is 0")
    func numbers() {
        #expect(value("42").intValue == 42)
        #expect(value("-7").intValue == -7)
        #expect(value("2.5").intValue == 0)
        #expect(value("2.5").doubleValue == 2.5)
        #expect(value("1e3").doubleValue == 1000)
        for text in ["", "12abc", "0x10", " 5", "inf", "nan", "1_000"] {
            #expect(value(text).intValue == 0)
            #expect(value(text).doubleValue == 0)
        }
    }

    @Test("data is the text, JSON is its value or nil")
    func dataAndJSON() {
        #expect(value("ü").dataValue == Data([0xC3, 0xBC]))
        #expect(value(#"{"a": [1]}"#).jsonValue == ["a": [1]])
        #expect(value("{").jsonValue == nil)
        #expect(value("").jsonValue == nil)
    }

    @Test("types that the views read are decoded by them")
    func scalars() throws {
        #expect(try value("{").decoded(as: String.self) == "{")
        #expect(try value("on").decoded(as: Bool.self))
        #expect(try value("7").decoded(as: Int.self) == 7)
        #expect(try value("0.5").decoded(as: Double.self) == 0.5)
        #expect(try value("x").decoded(as: Data.self) == Data("x".utf8))
        #expect(try value("0.5").decoded(as: Float.self) == 0.5)
        #expect(try value("[1, 2]").decoded(as: [Int].self) == [1, 2])
    }

    @Test("a text is a case of an enumeration, also where it looks like a number")
    func enumerations() throws {
        #expect(try value("express").decoded(as: Flow.self) == .express)
        #expect(try value(#""express""#).decoded(as: Flow.self) == .express)
        #expect(try value("5").decoded(as: Flow.self) == .number)
        #expect(value("slow").decodedValue(as: Flow.self) == nil)
    }

    @Test("an object is decoded as a whole")
    func objects() throws {
        let text = #"{"title": "Hi", "buttons": [{"title": "Go", "size": 3}, {"title": "No"}]}"#
        let expected = Screen(
            title: "Hi",
            buttons: [Screen.Button(title: "Go", size: 3), Screen.Button(title: "No", size: nil)])
        #expect(try value(text).decoded() == expected)
        #expect(value(text).decodedValue(as: Screen.self) == expected)
        #expect(value("{").decodedValue(as: Screen.self) == nil)
    }

    @Test("a missing member is reported with its place")
    func missingMember() {
        let error = #expect(throws: ValueDecodingError.self) {
            _ = try value(#"{"title": "Hi", "buttons": [{"title": "Go"}, {}]}"#).decoded(as: Screen.self)
        }
        #expect(error?.codingPath == "buttons[1].title")
        #expect(error?.description == "buttons[1].title is missing")
    }

    @Test("a member of another type is reported with its place")
    func wrongType() {
        let error = #expect(throws: ValueDecodingError.self) {
            _ = try value(#"{"title": "Hi", "buttons": [{"title": "Go", "size": "big"}]}"#).decoded(
                as: Screen.self)
        }
        #expect(error?.codingPath == "buttons[0].size")
        #expect(error?.reason.hasPrefix("expected Int: ") == true)
    }

    @Test(
        "a scalar that is none says what was expected",
        arguments: [
            ("Int", "expected a whole number, found \"1.5\""), ("Double", "expected a number, found \"x\""),
        ])
    func wrongScalar(type: String, words: String) {
        let error = #expect(throws: ValueDecodingError.self) {
            if type == "Int" { _ = try value("1.5").decoded(as: Int.self) }
            _ = try value("x").decoded(as: Double.self)
        }
        #expect(error?.description == words)
    }

    @Test("a truth that is none is false to the view, and an error to the twin")
    func wrongBoolean() {
        #expect(!value("maybe").boolValue)
        let error = #expect(throws: ValueDecodingError.self) { _ = try value("maybe").decoded(as: Bool.self) }
        #expect(error?.description == "expected a boolean, found \"maybe\"")
    }

    @Test("what is not JSON is reported with line and column")
    func notJSON() {
        let error = #expect(throws: ValueDecodingError.self) {
            _ = try value("{\n  \"title\": }").decoded(as: Screen.self)
        }
        #expect(error?.description.hasPrefix("not JSON: ") == true)
        #expect(error?.description.hasSuffix("at line 2, column 12") == true)
    }
}
