import ExperimentsCore

extension VariantRegistry {
    /// Registers a condition type. Documents that use it must be loaded afterwards.
    ///
    /// - Throws: `DocumentProblems` if there is a type with this name, including the built-in ones.
    public func register(_ type: ConditionType) throws(DocumentProblems) {
        try changeQuietly(.add, origin: .code) { $0.merge([type]) }
        tellObservers()
    }

    /// Registers a condition type by its name and a function that makes a predicate from a condition's arguments.
    ///
    /// - Throws: `DocumentProblems` if there is a type with this name, including the built-in ones.
    public func registerConditionType(
        _ id: String, _ makePredicate: @escaping @Sendable (ConditionArguments) throws -> ConditionPredicate
    ) throws(DocumentProblems) {
        try register(ConditionType(id, makePredicate))
    }

    /// Registers a flag. To register many flags, ``register(flags:variants:)`` is faster.
    ///
    /// - Throws: `DocumentProblems` if there is a flag with this name.
    public func register(_ flag: FlagDefinition) throws(DocumentProblems) {
        try register(flags: [flag])
    }

    /// Adds a variant to the registry.
    ///
    /// - Throws: `DocumentProblems` with all mistakes in it. Their paths are those that it would have in a document.
    public func register(_ variant: Variant) throws(DocumentProblems) {
        try register(variants: [variant])
    }

    /// Registers flags and variants, either all or none.
    ///
    /// - Throws: `DocumentProblems` with all mistakes in them. Their paths are those that they would have in a
    ///   document.
    public func register(flags: [FlagDefinition] = [], variants: [Variant] = []) throws(DocumentProblems) {
        let root = DocumentPath()
        var content = DocumentContent()
        content.flags = flags.enumerated().map { .init(element: $1, path: root["flag_defs"][$0]) }
        content.variants = variants.enumerated().map { .init(element: $1, path: root["variants"][$0]) }
        try changeQuietly(.add, origin: .code) { $0.merge(content) }
        tellObservers()
    }
}
