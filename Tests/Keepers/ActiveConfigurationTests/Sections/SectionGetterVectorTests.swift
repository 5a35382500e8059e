import ActiveConfiguration
import ExperimentsCore
import Foundation
import TestSupport
import Testing

@Suite(
    "The recorded getters of a section", .inTurn,
    .enabled(if: Conformance.isPresent, "\(Conformance.absence)"))
struct SectionGetterVectorTests {
    @Test("every recorded getter gives the recorded result")
    func recorded() throws {
        let cases = try Vectors.cases("section_getters.json")
        #expect(cases.count > 10)
        for vector in cases {
            let value = try #require(vector["value"])
            let getter = try #require(vector["getter"]?.string)
            let expected = try #require(vector["result"])
            let section = ActiveConfigSection(name: "S", settings: ["key": value])
            #expect(result(of: getter, in: section) == expected, "\(getter) of \(value.compactText)")
        }
    }

    private func result(of getter: String, in section: ActiveConfigSection) -> JSONValue? {
        switch getter {
        case "string": section.string(forKey: "key").map { .string($0) } ?? .null
        case "dictionary": section.dictionary(forKey: "key").map { .object($0) } ?? .null
        case "array": section.array(forKey: "key").map { .array($0) } ?? .null
        case "stringArray": section.stringArray(forKey: "key").map { .array($0.map { .string($0) }) } ?? .null
        case "url": section.url(forKey: "key").map { .string($0.absoluteString) } ?? .null
        case "integer": .number(String(section.int(forKey: "key")))
        case "float": .number(NumberText.text(of: Double("\(section.float(forKey: "key"))") ?? .nan))
        case "double": .number(NumberText.text(of: section.double(forKey: "key")))
        case "bool": .bool(section.bool(forKey: "key"))
        default: nil
        }
    }
}
