import ArgumentParser
import ExperimentsCore
import Variants

/// The options for the user for whom flags are read.
struct PersonaOptions: ParsableArguments {
    @Option(help: ArgumentHelp("A flag to read; all, if none is named. Repeatable.", valueName: "name"))
    var flag: [String] = []

    @OptionGroup var known: ContextOptions

    @Option(
        help: ArgumentHelp("A variant that is on or off whatever its conditions. Repeatable.", valueName: "V=on|off"))
    var force: [String] = []

    @Option(help: ArgumentHelp("Fixes what RANDOM draws, for each flag apart from the others.", valueName: "number"))
    var seed: UInt64?

    func persona() throws -> Persona {
        Persona(
            context: try known.values(), forced: try Assignment.switches(force, option: "--force"), seed: seed)
    }

    /// The names of the flags to read.
    ///
    /// - Throws: where one is not there, with the nearest one.
    func flags(of registry: VariantRegistry) throws(CommandProblem) -> [String] {
        let names = registry.flags.map(\.name)
        for name in flag where registry.flag(name) == nil {
            throw CommandProblem.unknownFlag(name, among: names)
        }
        return flag.isEmpty ? names : flag
    }

    /// Tells of variants that are forced and not there.
    func remarkUnknownVariants(in registry: VariantRegistry, _ persona: Persona) {
        for id in persona.forced.keys.sorted() where registry.variant(id) == nil {
            StandardError.line("warning: --force \(id): there is no such variant")
        }
    }
}
