import ArgumentParser

/// The options for the user as whom a source is asked.
struct AskedPersonaOptions: ParsableArguments {
    @Option(
        name: .customLong("as"),
        help: ArgumentHelp(
            """
            Ask the source as another user: a persona by its name, or what the source's conditions look at, for example \
            country=NO. A number, true, false, null, and what is quoted or bracketed is JSON; anything else is \
            text. An empty value removes the name. Repeatable.
            """, valueName: "persona|name=value"))
    var words: [String] = []

    /// The settings, together with these options.
    func settings(_ options: GlobalOptions) throws(CommandProblem) -> Settings {
        var settings = options.settings
        for text in words { settings.personaArguments.append(try PersonaArgument(text)) }
        return settings
    }
}
