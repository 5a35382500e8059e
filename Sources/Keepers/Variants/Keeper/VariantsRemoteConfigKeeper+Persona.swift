import ExperimentsCore

extension VariantsRemoteConfigKeeper: PersonaKeeper {
    /// What is known of the subject.
    public var persona: SourcePersona { SourcePersona(fields: subject.context.values) }

    /// The names that conditions look up, in the order in which the document's variants first do.
    public var personaFieldNames: [String] { registry.contextKeys }

    /// Reads the flags for a subject of whom something else is known; what is forced, and the seed, stay.
    public func setPersona(_ persona: SourcePersona) {
        updateSubject { $0.context = VariantContext(persona.fields) }
    }
}
