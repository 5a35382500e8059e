import ExperimentsCore

extension VariantRegistry {
    /// Registers a kind of condition. Documents that use it must be loaded afterwards.
    ///
    /// - Throws: where there is one with its name, the built-in ones included.
    public func register(_ type: ConditionType) throws(DocumentProblems) {
        try changeQuietly(.add, origin: .code) { $0.merge([type]) }
        tellObservers()
    }

    /// Registers a kind of condition by its name and what makes a predicate from a condition's arguments.
    ///
    /// - Throws: where there is one with that name, the built-in ones included.
    public func registerConditionType(
        _ id: String, _ makePredicate: @escaping @Sendable (ConditionArguments) throws -> ConditionPredicate
    ) throws(DocumentProblems) {
        try register(ConditionType(id, makePredicate))
    }

    /// Registers a flag. Many at once are faster registered with ``register(flags:variants:)``.
    ///
    /// - Throws: where there is one with its name.
    public func register(_ flag: FlagDefinition) throws(DocumentProblems) {
        try register(flags: [flag])
    }

    /// Registers a variant.
    ///
    /// - Throws: all that is wrong with it, with paths as if it stood in a document.
    public func register(_ variant: Variant) throws(DocumentProblems) {
        try register(variants: [variant])
    }

    /// Registers flags and variants, all or none.
    ///
    /// - Throws: all that is wrong with them, with paths as if they stood in a document.
    public func register(flags: [FlagDefinition] = [], variants: [Variant] = []) throws(DocumentProblems) {
        let root = DocumentPath()
        var content = DocumentContent()
        content.flags = flags.enumerated().map { .init(element: $1, path: root["flag_defs"][$0]) }
        content.variants = variants.enumerated().map { .init(element: $1, path: root["variants"][$0]) }
        try changeQuietly(.add, origin: .code) { $0.merge(content) }
        tellObservers()
    }
}
