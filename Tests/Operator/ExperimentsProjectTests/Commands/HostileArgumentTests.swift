import ExperimentsCore
import ExperimentsProject
import TestSupport
import Testing

@Suite("Arguments of commands", .inTurn)
struct HostileArgumentTests {
    private static let parts = [
        "$(touch x)", "`touch x`", "; rm -rf ~", "| sh", "&& a", "'", "\"", "\\", "\n", "\r", "\t",
        "\u{1b}]0;x\u{7}",
        "*", "~",
        "{key}", "{value}", "{{key}}", "}}", "{", "$EXPERIMENTS_KEY", "%s", "-rf", "--", " ", "é", "e\u{301}",
        "中", "😀",
        "\u{202e}", "\u{feff}", "\u{7f}", "\u{9b}", "#", "!", "<", ">", "=",
    ]

    static func text(using random: inout SeededGenerator) -> String {
        (0..<Int.random(in: 0..<8, using: &random)).map { _ in parts.randomElement(using: &random) ?? "" }
            .joined()
    }

    @Test("10,000 hostile names and values arrive byte for byte, each in its one word")
    func words() throws {
        var random = SeededGenerator(seed: 47)
        let command = ProjectCommand(
            name: "a",
            program: .words(["echo", "{key}", "a={value};{key}", "{{key}}", "-"].map { CommandWord($0) }))
        for _ in 0..<10_000 {
            let (key, value) = (Self.text(using: &random), Self.text(using: &random))
            let words = try command.invocation([.key: key, .value: value]).words
            let expected = ["echo", key, "a=\(value);\(key)", "{key}", "-"]
            #expect(words.map { Array($0.utf8) } == expected.map { Array($0.utf8) })
        }
    }

    @Test("a shell gets only the text of the file, and 10,000 hostile names and values as variables")
    func variables() throws {
        var random = SeededGenerator(seed: 48)
        let command = ProjectCommand(name: "a", program: .shell("echo \"$EXPERIMENTS_KEY\""))
        for _ in 0..<10_000 {
            let (key, value) = (Self.text(using: &random), Self.text(using: &random))
            let invocation = try command.invocation([.key: key, .value: value])
            #expect(invocation.words == ["/bin/sh", "-c", "echo \"$EXPERIMENTS_KEY\""])
            #expect(invocation.variables["EXPERIMENTS_KEY"].map { Array($0.utf8) } == Array(key.utf8))
            #expect(invocation.variables["EXPERIMENTS_VALUE"].map { Array($0.utf8) } == Array(value.utf8))
        }
    }

    @Test("a value with a zero byte is refused, because it would arrive cut")
    func zero() {
        let command = ProjectCommand(name: "a", program: .words(["echo", "{value}"].map { CommandWord($0) }))
        #expect(throws: MessageError.self) { _ = try command.invocation([.value: "a\0b"]) }
    }
}
