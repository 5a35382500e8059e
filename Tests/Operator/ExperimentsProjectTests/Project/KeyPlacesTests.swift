import ExperimentsCore
import TestSupport
import Testing

@testable import ExperimentsProject

@Suite("If keys are declared", .inTurn)
struct KeyPlacesTests {
    @Test("each key is where its name stands; one that is declared twice is where it was first")
    func places() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(
            """
            source: {kind: file, path: config.json}
            keys:
              - {name: paywall, type: string}
              - type: bool
                name: "new ui"
              - {name: paywall, type: int}
              - nonsense
            """, to: "experiments.yaml")
        #expect(
            Project.keyPlaces(inFileAt: path) == [
                "paywall": DocumentLocation(line: 3, column: 12),
                "new ui": DocumentLocation(line: 5, column: 11),
            ])
    }

    @Test("of a file that is not there, or is no YAML, nothing is known")
    func none() throws {
        let folder = try TemporaryFolder()
        #expect(Project.keyPlaces(inFileAt: folder.path("experiments.yaml")).isEmpty)
        #expect(try Project.keyPlaces(inFileAt: folder.write("keys: [", to: "experiments.yaml")).isEmpty)
    }
}
