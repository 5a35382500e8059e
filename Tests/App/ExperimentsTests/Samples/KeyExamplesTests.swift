import Foundation
import TestSupport
import Testing

@Suite("The ways to declare keys", .inTurn, .serialized)
struct KeyExamplesTests {
    @Test(
        "An enum of keys and a catalog of declarations read the same",
        arguments: ["EnumKeysExample", "CatalogExample"])
    func same(program: String) async throws {
        let values = ["greeting=warm", "columns=9", "unknown"]
        let example = try ChildProgram(BuiltProducts.path(program), values)
        #expect(try await example.end() == 0)
        #expect(
            example.output == """
                greeting: ok, warm
                columns: incorrect, 3
                night_mode: missing, false
                a warm greeting over 3 columns, by day

                """)
    }
}
