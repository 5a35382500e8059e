import ExperimentsProject
import Variants

extension SourceKeeper {
    /// A file of flags and variants, with the assumed conditions, for the user in the project file.
    static let variants = SourceKeeper { (settings: VariantsSourceSettings, site) in
        // Random draws stay the same while the program runs. Otherwise, the values and their explanations would differ.
        let seed = settings.seed ?? UInt64.random(in: 0 ... .max)
        let registry = VariantRegistry()
        for (type, isMet) in settings.assumed {
            do throws(DocumentProblems) {
                try registry.register(ConditionType(type) { _ in { _ in isMet } })
            } catch {
                let reason = error.problems.map(\.message).joined(separator: "; ")
                throw CommandProblem(
                    "source \(site.name): \(reason)",
                    advice: "Use `assume` only for types that are not built in.")
            }
        }
        return VariantsRemoteConfigKeeper(
            path: settings.path, shownAs: site.located.shown(settings.path), registry: registry,
            subject: Persona(context: VariantContext(settings.context), forced: settings.forced, seed: seed),
            watcher: site.watcher)
    }
}
