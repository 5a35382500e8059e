import ExperimentsCore
import TestSupport
import Testing

@testable import ExperimentsProject

@Suite("Where keys are declared")
struct KeyPlacesTests {
    @Test("each key is where its name stands; one that is declared twice is where it was first")
    func places() {
        let places = KeyPlaces(
            parsing: """
                source: {kind: file, path: config.json}
                keys:
                  - {name: paywall, type: string}
                  - type: bool
                    name: "new ui"
                  - {name: paywall, type: int}
                  - nonsense
                """)
        #expect(
            places.locations == [
                "paywall": DocumentLocation(line: 3, column: 12), "new ui": DocumentLocation(line: 5, column: 11),
            ])
    }

    @Test("of a file that is not there, or is no YAML, nothing is known")
    func none() throws {
        let folder = try TemporaryFolder()
        #expect(KeyPlaces(readingFileAt: folder.path("experiments.yaml")).locations.isEmpty)
        #expect(KeyPlaces(parsing: "keys: [").locations.isEmpty)
    }
}
