import ActiveConfiguration
import ExperimentsCore
import Foundation
import TestSupport
import Testing

@Suite("The check of a document", .inTurn)
struct DocumentProblemTests {
    func refusal(_ text: String) -> [String] {
        let refusal = #expect(throws: InvalidActiveConfig.self) {
            try ActiveConfigState(parsing: Array(text.utf8))
        }
        return refusal?.problems.map(\.description) ?? []
    }

    @Test("a document that is not an object is refused", arguments: ["1", "[]", "\"x\"", "true"])
    func noObject(text: String) {
        #expect(
            refusal(text).first?.hasPrefix(
                "the document: expected an object with `meta` and `config_sections`") == true
        )
    }

    @Test(
        "text that is not JSON is refused with its line and column",
        arguments: ["", "{", "{\"meta\": }", "\u{0}"])
    func notJSON(text: String) {
        #expect(refusal(text).first?.hasPrefix("the document: not JSON: ") == true)
        #expect(refusal(text).first?.contains("line 1, column") == true)
    }

    @Test("bytes that are not UTF-8 are refused")
    func notUTF8() {
        #expect(throws: InvalidActiveConfig.self) { try ActiveConfigState(parsing: [0x22, 0xFF, 0x22]) }
    }

    @Test("absent parts and parts of another type are refused, all together")
    func parts() {
        #expect(
            refusal(#"{"config_sections": "x"}"#) == [
                "meta: expected an object, found nothing", #"config_sections: expected an object, found "x""#,
            ])
        #expect(
            refusal(#"{"meta": 1}"#) == [
                "meta: expected an object, found 1", "config_sections: expected an object, found nothing",
            ])
        #expect(
            refusal(#"{"meta": null, "config_sections": []}"#) == [
                "meta: expected an object, found null", "config_sections: expected an object, found []",
            ])
    }

    @Test("problems that do not refuse the document are reported with their paths")
    func tolerated() throws {
        let text = #"""
            {"meta": {"format_version_string": 1, "creation_time": 5},
             "config_sections": {
                "A": "text", "B": {}, "C": {"settings": []}, "D.E": {"settings": {"x": 1, "y z": {}, "ok": {"value": 1}}}}}
            """#
        let state = try ActiveConfigState(parsing: Array(text.utf8))
        #expect(
            state.problems.map(\.description) == [
                #"meta.format_version_string: expected a string such as "1.0", found 1; read as 1.0"#,
                "meta.creation_time: expected a string, found 5; it counts as absent",
                #"config_sections.A: expected an object, found "text"; the section has no settings"#,
                "config_sections.B.settings: expected an object, found nothing; the section has no settings",
                "config_sections.C.settings: expected an object, found []; the section has no settings",
                #"config_sections["D.E"].settings.x: expected an object with a `value`, found 1; "#
                    + "the setting has no value",
                #"config_sections["D.E"].settings["y z"].value: expected a value, found nothing; "#
                    + "the setting has no value",
            ])
        #expect(state.problems.allSatisfy { $0.severity == .tolerated })
        #expect(state.sectionNames == ["A", "B", "C", "D.E"])
        #expect(state["D.E"]?.keys == ["ok"])
        #expect(state.formatVersion.isEmpty)
        #expect(state.creationTime == nil)
    }

    @Test("a misspelled member is named, with the one that was meant")
    func misspelt() throws {
        #expect(
            refusal(#"{"meta": {}, "config_secions": {}}"#).contains(
                "config_secions: unknown field (did you mean \"config_sections\"?)"))
        let text = #"""
            {"meta": {"format_version_string": "1.0", "creation_tiem": "2026"},
             "config_sections": {"A": {"setings": {}}, "B": {"settings": {"k": {"vlaue": "net"}, "n": {"value": null}}}}}
            """#
        let state = try ActiveConfigState(parsing: Array(text.utf8))
        #expect(
            state.problems.map(\.description) == [
                "meta.creation_tiem: unknown field (did you mean \"creation_time\"?); it counts as absent",
                "config_sections.A.setings: unknown field (did you mean \"settings\"?); the section has no settings",
                "config_sections.B.settings.k.vlaue: unknown field (did you mean \"value\"?); the setting has no value",
            ])
    }

    @Test("a later version of the format is reported and read still")
    func laterVersion() throws {
        let state = try ActiveConfigState(
            document([:], meta: ["format_version_string": "2.0", "creation_time": ""]))
        #expect(
            state.problems.map(\.description) == [
                #"meta.format_version_string: unknown version "2.0", read as 1.0"#
            ])
        #expect(state.formatVersion == "2.0")
    }

    @Test("a refusal says everything that refuses the document")
    func summary() {
        let refusal = #expect(throws: InvalidActiveConfig.self) { try ActiveConfigState([:]) }
        #expect(
            refusal?.description
                == "meta: expected an object, found nothing; config_sections: expected an object, found nothing"
        )
    }

    @Test("control characters of a name cannot get out of its path")
    func hostileNames() throws {
        let state = try ActiveConfigState(
            [
                "meta": ["format_version_string": "1.0", "creation_time": ""],
                "config_sections": ["\u{1B}[2J": 1],
            ])
        #expect(state.problems.first?.path == #"config_sections["\u001b[2J"]"#)
    }

    @Test("a configuration that is written reads as the same")
    func writing() throws {
        let state = try ActiveConfigState(document(["A": 1, "B \"x\"": ["deep": [1, 2, nil]]]))
        let again = try ActiveConfigState(parsing: Array(state.documentText.utf8))
        #expect(again == state)
        #expect(again.sectionNames == state.sectionNames)
    }

    @Test("null is an empty configuration made now")
    func null() throws {
        let state = try ActiveConfigState(.null, at: Date(timeIntervalSince1970: 0))
        #expect(state.formatVersion == "1.0")
        #expect(state.creationTime == "1970-01-01T00:00:00Z")
        #expect(state.sectionNames.isEmpty)
    }

    @Test("configurations are equal if sections and meta are")
    func equality() throws {
        #expect(try state(["A": 1, "B": 2]) == state(["B": 2, "A": 1]))
        #expect(try state(["A": 1]) != state(["A": 2]))
        #expect(try state(["A": 1]) != state(["A": 1, "B": 1]))
        #expect(
            try ActiveConfigState(document(["A": 1], meta: ["x": 1]))
                != ActiveConfigState(document(["A": 1], meta: ["x": 2])))
    }

    @Test("unknown members beside the right ones are named, each name once") func unknown() throws {
        let text = #"""
            {"meta": {"format_version_string": "1.0", "creation_time": "x", "group": "a"}, "config_sectons": {}, "etag": 1,
             "config_sections": {"A": {"settings": {"k": {"value": 1, "vaule": 2, "user": "3"},
                                                    "l": {"value": 1, "user": "4"}}, "setings": {}}}}
            """#
        let state = try ActiveConfigState(parsing: Array(text.utf8))
        #expect(
            state.problems.map(\.description) == [
                "config_sectons: unknown field (did you mean \"config_sections\"?); it is ignored",
                "etag: unknown field (known: meta, config_sections); it is ignored",
                "config_sections.A.setings: unknown field (did you mean \"settings\"?); it is ignored",
                "config_sections.A.settings.k.vaule: unknown field (did you mean \"value\"?); it is ignored",
                "config_sections.A.settings.k.user: unknown field (known: value); it is ignored",
            ])
    }
}
