import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("Output of commands", .inTurn)
struct CommandOutputTests {
    private func lines(_ text: String) -> [String] {
        var output = CommandOutput()
        output.append(text.utf8)
        return output.lines
    }

    @Test("colors, titles and links for a terminal are left out, and tabs become blanks")
    func sequences() {
        #expect(lines("\u{1b}[1;31mred\u{1b}[0m\n") == ["red"])
        #expect(lines("\u{1b}]0;title\u{7}a\u{1b}]8;;http://x\u{1b}\\b\u{1b}(Bc") == ["abc"])
        #expect(lines("a\tb\r\n") == ["a       b"])
    }

    @Test("a line that is written over ends as it was last")
    func returns() { #expect(lines("10 %\r50 %\r100 %\r\nend") == ["100 %", "end"]) }

    @Test("random bytes leave no control character, whatever the parts in which they come")
    func random() {
        var random = SeededGenerator(seed: 49)
        for _ in 0..<500 {
            let bytes = (0..<300).map { _ in
                Bool.random(using: &random)
                    ? [0x1b, 0x5b, 0x5d, 0x0d, 0x07, 0x9b, 0xc2, 0x3b].randomElement(using: &random) ?? 0
                    : UInt8.random(in: 0...255, using: &random)
            }
            var (whole, parts) = (CommandOutput(), CommandOutput())
            whole.append(bytes)
            for byte in bytes { parts.append([byte]) }
            #expect(whole.lines == parts.lines)
            let isClean = whole.lines.allSatisfy { line in
                line.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
            }
            #expect(isClean, "\(bytes)")
        }
    }

    @Test("a flood of lines, or a line without an end, keeps only so much")
    func floods() {
        var output = CommandOutput()
        output.append(Array(repeating: UInt8(ascii: "\n"), count: CommandOutput.lineLimit + 5))
        #expect(output.lines.count == CommandOutput.lineLimit && output.leftOut == 5)
        let long = lines(String(repeating: "x", count: 1 << 20))
        #expect(long.map(\.utf8.count) == [CommandOutput.longestLine])
    }
}
