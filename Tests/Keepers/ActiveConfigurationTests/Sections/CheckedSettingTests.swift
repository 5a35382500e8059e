import ActiveConfiguration
import ExperimentsCore
import Foundation
import TestSupport
import Testing

@Suite("Checked settings", .inTurn)
struct CheckedSettingTests {
    let section = ActiveConfigSection(
        name: "Shop",
        settings: [
            "text": "hello", "int": 3, "fraction": .number("3.5"), "intText": "12", "truth": true,
            "words": ["a", "b"],
            "mixed": ["a", 1],
            "color": ["red": 1], "yes": "YES", "two": 2, "blurred": "12 items", "huge": .number("1e400"),
            "nothing": nil,
            "url": "https://example.com", "large": .number("1e300"),
        ])

    @Test("a value of the type is given")
    func values() throws {
        #expect(try section.checkedString(forKey: "text") == "hello")
        #expect(try section.checkedInt(forKey: "int") == 3)
        #expect(try section.checkedInt(forKey: "intText") == 12)
        #expect(try section.checkedDouble(forKey: "fraction") == 3.5)
        #expect(try section.checkedFloat(forKey: "fraction") == 3.5)
        #expect(try section.checkedBool(forKey: "truth"))
        #expect(try section.checkedBool(forKey: "yes"))
        #expect(try section.checkedArray(forKey: "mixed") == ["a", 1])
        #expect(try section.checkedStringArray(forKey: "words") == ["a", "b"])
        #expect(try section.checkedDictionary(forKey: "color")["red"] == 1)
        #expect(try section.checkedURL(forKey: "url").host == "example.com")
    }

    @Test("what does not fit is reported with its place, what was expected and what was found")
    func reasons() {
        #expect(reason { try section.checkedInt(forKey: "fraction") } == "a whole number, found 3.5")
        #expect(reason { try section.checkedInt(forKey: "blurred") } == #"a whole number, found "12 items""#)
        #expect(reason { try section.checkedInt(forKey: "truth") } == "a whole number, found true")
        #expect(reason { try section.checkedDouble(forKey: "huge") } == "a number, found 1e400")
        #expect(
            reason { try section.checkedFloat(forKey: "large") }
                == "a number in the range of Float, found 1e300")
        #expect(reason { try section.checkedBool(forKey: "two") } == "true or false, found 2")
        #expect(reason { try section.checkedString(forKey: "nothing") } == "a string, found null")
        #expect(
            reason { try section.checkedStringArray(forKey: "mixed") }
                == #"an array of strings, found ["a",1]"#)
        #expect(reason { try section.checkedDictionary(forKey: "words") } == #"an object, found ["a","b"]"#)
        #expect(reason { try section.checkedArray(forKey: "color") } == #"an array, found {"red":1}"#)
        #expect(reason { try section.checkedURL(forKey: "int") } == "a string that spells a URL, found 3")
    }

    @Test("the place is the path in the document")
    func place() {
        let problem = #expect(throws: SettingProblem.self) { try section.checkedInt(forKey: "text") }
        #expect(
            problem?.description
                == #"config_sections.Shop.settings.text.value: expected a whole number, found "hello""#)
        let missing = #expect(throws: SettingProblem.self) { try section.checkedInt(forKey: "a b") }
        #expect(
            missing?.description
                == #"config_sections.Shop.settings["a b"]: expected a whole number, found no such setting"#)
        #expect(missing?.reason == .missing)
    }

    @Test("a long value is cut")
    func long() {
        let section = ActiveConfigSection(
            name: "S", settings: ["k": .string(String(repeating: "x", count: 1000))])
        let problem = #expect(throws: SettingProblem.self) { try section.checkedInt(forKey: "k") }
        #expect((problem?.description.count ?? 0) < 140)
    }

    private func reason(_ read: () throws -> some Any) -> String? {
        do {
            _ = try read()
            return nil
        } catch {
            return "\(error)".components(separatedBy: ": expected ").last
        }
    }
}
