extension VariantRegistry {
    /// Adds a document's flags and variants. A name that the registry already has is an error.
    ///
    /// - Parameters:
    ///   - document: the document.
    ///   - conditionTypes: condition types that the document needs, which are registered with it.
    /// - Throws: `DocumentProblems` with all problems of the document. The registry is then unchanged.
    @discardableResult
    public func load(
        _ document: VariantsDocument, conditionTypes: [ConditionType] = []
    ) throws(DocumentProblems) -> LoadSummary {
        try take(document, as: .add, conditionTypes)
    }

    /// Loads a document that this reader has already read.
    func load(
        _ document: VariantsDocument, read reader: VariantsReader, conditionTypes: [ConditionType]
    ) throws(DocumentProblems) -> LoadSummary {
        try takeQuietly(document, read: reader, as: .add, conditionTypes)
    }

    /// Merges a document into the registry. A flag or variant replaces the one with its name, new ones are added at the
    /// end, and all others stay, as do condition types.
    ///
    /// - Throws: `DocumentProblems` with all problems of the document. The registry is then unchanged.
    @discardableResult
    public func reload(_ document: VariantsDocument) throws(DocumentProblems) -> LoadSummary {
        try take(document, as: .overlay)
    }

    /// Makes a document the only one. The content of earlier documents is removed. Flags, variants and condition types
    /// from code stay.
    ///
    /// - Throws: `DocumentProblems` with all problems of the document. The registry is then unchanged.
    @discardableResult
    public func replaceDocuments(with document: VariantsDocument) throws(DocumentProblems) -> LoadSummary {
        try take(document, as: .replaceDocuments)
    }

    /// Does the same without notifying observers yet.
    ///
    /// - Returns: the warnings about the document.
    func replaceDocumentsQuietly(with document: VariantsDocument) throws(DocumentProblems)
        -> [DocumentProblem]
    {
        try takeQuietly(document, as: .replaceDocuments).warnings
    }

    private func take(
        _ document: VariantsDocument, as kind: RegistryChange, _ types: [ConditionType] = []
    ) throws(DocumentProblems) -> LoadSummary {
        let summary = try takeQuietly(document, as: kind, types)
        tellObservers()
        return summary
    }

    private func takeQuietly(
        _ document: VariantsDocument, as kind: RegistryChange, _ types: [ConditionType] = []
    ) throws(DocumentProblems) -> LoadSummary {
        try takeQuietly(document, read: VariantsReader(try document.root()), as: kind, types)
    }

    private func takeQuietly(
        _ document: VariantsDocument, read reader: VariantsReader, as kind: RegistryChange,
        _ types: [ConditionType]
    ) throws(DocumentProblems) -> LoadSummary {
        do throws(DocumentProblems) {
            let oddities = try changeQuietly(kind, origin: .document, list: reader.list) { merger in
                merger.merge(types)
                merger.merge(reader.content)
            }
            return LoadSummary(
                flags: reader.content.flags.map(\.element.name),
                variants: reader.content.variants.map(\.element.id),
                warnings: document.placed(oddities))
        } catch {
            throw DocumentProblems(document.placed(error.problems))
        }
    }
}

/// The result of loading a document.
public struct LoadSummary: Sendable, Hashable {
    /// The names of the document's flags, in its order.
    public let flags: [String]
    /// The ids of the document's variants, in its order.
    public let variants: [String]
    /// The warnings about the document.
    public let warnings: [DocumentProblem]
}
