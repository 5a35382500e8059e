import ExperimentsCore
import ExperimentsProject
import TestSupport
import Testing

@Suite("Edits of random project files", .inTurn)
struct ProjectTextPropertyTests {
    @Test(
        "a key that is declared and dropped again leaves every byte as it was",
        arguments: 0..<400 as Range<UInt64>)
    func thereAndBack(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let text = Self.file(&random)
        let key = CatalogKey(
            name: "new key", group: "G",
            schema: ValueSchema(kind: .string, cases: ["yes", "b"], defaultText: "b"))
        let declared = try ProjectText(text).applying(.declare([key]))
        let project = try Project(parsing: declared, path: "experiments.yaml")
        #expect(project.keys.last == key, "\(declared)")
        #expect(declared.utf8.count > text.utf8.count)
        #expect(Self.isKept(text, in: declared) || text.contains("keys: []"), "\(text)\n---\n\(declared)")
        #expect(try ProjectText(declared).applying(.drop(["new key"])) == text, "\(declared)")
    }

    @Test("a dropped key takes nothing of the others along", arguments: 0..<400 as Range<UInt64>)
    func drop(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let text = Self.file(&random)
        let before = try Project(parsing: text, path: "experiments.yaml")
        guard !before.keys.isEmpty else { return }
        let names = before.keys.map(\.name).filter { _ in random.below(2) == 0 }
        let result = try ProjectText(text).applying(.drop(names))
        let after = try Project(parsing: result, path: "experiments.yaml")
        #expect(
            after.keys == before.keys.filter { !names.contains($0.name) }, "\(names)\n\(text)\n---\n\(result)"
        )
        #expect(Self.isKept(result.replacing("keys: []", with: "keys:"), in: text), "\(text)\n---\n\(result)")
    }

    /// Whether a text is another one with something left out.
    private static func isKept(_ part: String, in whole: String) -> Bool {
        var rest = part.utf8[...]
        for byte in whole.utf8 where rest.first == byte { rest.removeFirst() }
        return rest.isEmpty
    }

    /// A project file in one of the many ways in which they are written.
    private static func file(_ random: inout SeededGenerator) -> String {
        let dash = random.below(3) * 2
        let gap = 1 + random.below(3)
        let isSpaced = random.below(3) == 0
        let count = random.below(5)
        var lines = ["# Head.", "source: {kind: file, path: config.json}"]
        if count == 0 {
            lines.append("keys: []" + ["", " # none yet"][random.below(2)])
        } else {
            lines.append("keys:" + ["", " # all of them"][random.below(2)])
            for number in 0..<count {
                if random.below(4) == 0 {
                    lines.append(String(repeating: " ", count: dash) + "# About \(number).")
                }
                lines += item(number, dash: dash, gap: gap, &random)
                if isSpaced, number < count - 1 { lines.append("") }
            }
        }
        if random.below(2) == 0 { lines += ["", "# The look."] }
        if random.below(2) == 0 { lines.append("theme: dark") }
        let end = ["\n", "\r\n"][random.below(2)]
        return lines.joined(separator: end) + (random.below(3) == 0 ? "" : end)
    }

    private static func item(
        _ number: Int, dash: Int, gap: Int, _ random: inout SeededGenerator
    ) -> [String] {
        let margin = String(repeating: " ", count: dash)
        let field = String(repeating: " ", count: dash + 1 + gap)
        let blank = String(repeating: " ", count: gap)
        if random.below(5) == 0 { return ["\(margin)-\(blank){name: k\(number), type: int} # short"] }
        var lines = ["\(margin)-\(blank)name: k\(number)"]
        let extras = [
            ["# inside"], ["title: \"T: #\(number)\""], ["description: |", "  Two", "", "  - name: no key"],
            ["description: >-", "  folded"], ["cases:", "- a", "- b"], ["cases: [a,", "  b]"],
        ]
        let extra = random.below(extras.count + 1)
        lines.append("\(field)type: string")
        if extra < extras.count { lines += extras[extra].map { $0.isEmpty ? "" : field + $0 } }
        return lines
    }
}
