import ExperimentsCore
import ExperimentsProject
import Variants

/// A source of kind `variants`: a registry with the assumed conditions, and the user.
struct VariantsSource {
    /// Where the flags and variants go.
    let registry = VariantRegistry()
    /// The user for whom the flags are read.
    let subject: Persona

    init(_ settings: VariantsSourceSettings, named name: String) throws {
        // What chance decides stays as long as the program runs: what is shown, and why, would differ otherwise.
        let seed = settings.seed ?? UInt64.random(in: 0 ... .max)
        subject = Persona(context: VariantContext(settings.context), forced: settings.forced, seed: seed)
        for (type, isMet) in settings.assumed {
            do throws(DocumentProblems) {
                try registry.register(ConditionType(type) { _ in { _ in isMet } })
            } catch {
                let reason = error.problems.map(\.message).joined(separator: "; ")
                throw CommandProblem(
                    "source \(name): \(reason)", advice: "'assume' is for types that only the app knows.")
            }
        }
    }
}
