import ActiveConfiguration
import ExperimentsCore
import Foundation
import TestSupport
import Testing

@Suite("The recorded documents", .inTurn, .enabled(if: Conformance.isPresent, "\(Conformance.absence)"))
struct StateVectorTests {
    @Test("every recorded document is taken or refused as recorded")
    func recorded() throws {
        let cases = try Vectors.cases("state_init.json")
        #expect(cases.count == 7)
        for vector in cases {
            let input = try #require(vector["input"])
            guard vector["valid"] == true else {
                #expect(throws: InvalidActiveConfig.self, "\(input.compactText)") {
                    try ActiveConfigState(input)
                }
                continue
            }
            let state = try ActiveConfigState(input)
            #expect(state.formatVersion == vector["formatVersion"]?.string)
            let written = try JSONValue(parsing: state.documentText).object?["config_sections"]
            #expect(written == vector["sections"])
        }
    }

    @Test("the documents of the original are taken")
    func documents() throws {
        let readme = try ActiveConfigState(parsing: try Vectors.bytes("readme_exchange_format.json"))
        #expect(readme.meta["other_meta_key"]?.string?.hasPrefix("arbitrary") == true)
        #expect(readme["ConfigSection1"]?.string(forKey: "SettingKey1")?.hasPrefix("This can be") == true)
        #expect(readme.problems.isEmpty)
        let sample = try ActiveConfigState(parsing: try Vectors.bytes("backend_sample_response_user2.json"))
        #expect(sample.creationTime == "Sat Jul 06 2013 20:13:24 GMT+0000 (UTC)")
        #expect(sample["SampleViewConfiguration"]?.bool(forKey: "ButtonEnabled") == false)
        let bootstrapped = try ActiveConfigState(
            parsing: try Vectors.bytes("InitialActiveConfig.strict.json"))
        #expect(bootstrapped.meta["is_bootstrapped_configuration"] == true)
    }

    @Test("the sloppily written file of the original is refused where it is wrong")
    func trailingComma() throws {
        let bytes = try Vectors.bytes("InitialActiveConfig.json")
        let refusal = #expect(throws: InvalidActiveConfig.self) { try ActiveConfigState(parsing: bytes) }
        #expect(refusal?.description.contains("line 33, column 5") == true)
    }
}
