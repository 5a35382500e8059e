import ExperimentsOperator
import TestSupport
import Testing

@Suite("A message of the argument parser", .inTurn)
struct ParserTextTests {
    @Test("begins with a small letter, and quotes options in backticks and data in double quotes")
    func quotes() {
        #expect(ParserText.message("Unknown option '--zz'") == "unknown option `--zz`")
        #expect(ParserText.message("Unexpected argument 'zz'") == "unexpected argument \"zz\"")
    }

    @Test(
        "names an unknown command of a group",
        arguments: ["Unexpected argument 'zz'", "2 unexpected arguments: 'zz', 'a'"])
    func unknownCommand(line: String) {
        let text =
            "\(line)\nUsage: shop generate <subcommand>\n  See 'shop generate --help' for more information."
        #expect(
            ParserText.message(text)
                == "unknown command \"zz\" for `shop generate`\nUse `shop generate --help` to list commands.")
    }

    @Test("leaves an unexpected argument of a command without subcommands what it is")
    func surplusArgument() {
        let text = "Unexpected argument 'zz'\nUsage: shop list [<options>]"
        #expect(ParserText.message(text).hasPrefix("unexpected argument \"zz\"\nUsage"))
    }

    @Test(
        "says what is expected of a value whose type gives no reason",
        arguments: [
            ("number", "zz", "a whole number"), ("number", "99999", "a smaller number"),
            ("time", "zz", "a duration (30s)"),
        ])
    func expectation(name: String, value: String, expected: String) {
        let message = ParserText.message("The value '\(value)' is invalid for '--every <\(name)>'\nHelp:  …")
        #expect(message == "invalid --every \"\(value)\": expected \(expected)\nHelp:  …")
    }

    @Test("gives the reason of a value's type once")
    func reason() {
        let message = ParserText.message(
            "The value 'zz' is invalid for '--delay <time>': invalid delay \"zz\": expected 200ms")
        #expect(message == "invalid --delay \"zz\": expected 200ms")
    }
}
