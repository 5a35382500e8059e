import ArgumentParser
import ExperimentsCore
import ExperimentsOperator

/// As whom a source is asked.
struct AskingOptions: ParsableArguments {
    @Option(
        name: .customLong("as"),
        help: ArgumentHelp(
            """
            Show the values of another user, by what the source's conditions look at, for example country=NO. A number, \
            true, false, null, and what is quoted or bracketed is JSON; anything else is text. An empty value removes \
            the name. Repeatable.
            """, valueName: "name=value"))
    var persona: [String] = []

    /// The settings, together with these options.
    func settings(_ options: GlobalOptions) throws(CommandProblem) -> Settings {
        var settings = options.settings
        for text in persona {
            let assignment = try Assignment(text, option: "--as")
            do throws(JSONValue.FieldProblem) {
                settings.persona.updateValue(try JSONValue.typed(assignment.value), forKey: assignment.name)
            } catch {
                throw CommandProblem(
                    "--as \(assignment.name): \(error.reason)", advice: "Text that begins like JSON needs quotes.")
            }
        }
        return settings
    }
}
