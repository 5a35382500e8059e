import TestSupport
import Testing

@testable import ExperimentsSupport

@Suite("Places in a JSON text", .inTurn)
struct JSONPlacesTests {
    private let places = JSONPlaces(
        Array(
            """
            \u{FEFF}{
              "a": [1, {"b\\u00e9": null}],
              "c": {"d": "x"}
            }
            """.utf8))

    @Test(
        "a member is where its name is, an element where its value is, and what is missing where it would be",
        arguments: [
            (DocumentPath(), 1, 4), (DocumentPath()["a"], 2, 3), (DocumentPath()["a"][0], 2, 9),
            (DocumentPath()["a"][1]["bé"], 2, 13), (DocumentPath()["c"]["d"], 3, 9),
            (DocumentPath()["c"]["e"], 3, 3), (DocumentPath()["a"][2], 2, 3), (DocumentPath()["c"][0], 3, 3),
        ])
    func places(path: DocumentPath, line: Int, column: Int) {
        let place = places.place(of: path)
        #expect(place.line == line)
        #expect(place.column == column)
    }

    @Test("of a text that is not a JSON, only the beginning is known")
    func noJSON() {
        #expect(JSONPlaces(Array("{".utf8)).place(of: DocumentPath()["a"]) == (1, 1))
    }
}
