import ExperimentsCore

extension VariantRegistry {
    /// Adds a document's flags and variants. A name that the registry has already is a problem.
    ///
    /// - Parameters:
    ///   - document: the document.
    ///   - conditionTypes: kinds of condition that the document needs, registered with it.
    /// - Throws: all problems of the document; the registry is as it was.
    @discardableResult
    public func load(
        _ document: VariantsDocument, conditionTypes: [ConditionType] = []
    ) throws(DocumentProblems) -> LoadSummary {
        try take(document, .add, conditionTypes)
    }

    /// The same for a document that was read before, by this reader.
    func load(
        _ document: VariantsDocument, read reader: VariantsReader, conditionTypes: [ConditionType]
    ) throws(DocumentProblems) -> LoadSummary {
        try takeQuietly(document, reader, .add, conditionTypes)
    }

    /// Lays a document over what the registry holds: a flag or variant takes the place of the one with its name, new
    /// ones go last, and all others stay, as do condition types.
    ///
    /// - Throws: all problems of the document; the registry is as it was.
    @discardableResult
    public func reload(_ document: VariantsDocument) throws(DocumentProblems) -> LoadSummary {
        try take(document, .overlay, [])
    }

    /// Makes a document the only one: what earlier documents brought goes, what code registered stays, as do condition
    /// types.
    ///
    /// - Throws: all problems of the document; the registry is as it was.
    @discardableResult
    public func replaceDocuments(with document: VariantsDocument) throws(DocumentProblems) -> LoadSummary {
        try take(document, .replaceDocuments, [])
    }

    /// The same, without telling observers yet.
    func replaceDocumentsQuietly(with document: VariantsDocument) throws(DocumentProblems) {
        _ = try takeQuietly(document, .replaceDocuments, [])
    }

    private func take(
        _ document: VariantsDocument, _ kind: RegistryChange, _ types: [ConditionType]
    ) throws(DocumentProblems) -> LoadSummary {
        let summary = try takeQuietly(document, kind, types)
        tellObservers()
        return summary
    }

    private func takeQuietly(
        _ document: VariantsDocument, _ kind: RegistryChange, _ types: [ConditionType]
    ) throws(DocumentProblems) -> LoadSummary {
        try takeQuietly(document, VariantsReader(try document.root()), kind, types)
    }

    private func takeQuietly(
        _ document: VariantsDocument, _ reader: VariantsReader, _ kind: RegistryChange, _ types: [ConditionType]
    ) throws(DocumentProblems) -> LoadSummary {
        do throws(DocumentProblems) {
            let oddities = try changeQuietly(kind, origin: .document, list: reader.list) { merger in
                merger.merge(types)
                merger.merge(reader.content)
            }
            return LoadSummary(
                flags: reader.content.flags.map(\.element.name), variants: reader.content.variants.map(\.element.id),
                warnings: document.placed(oddities))
        } catch {
            throw DocumentProblems(document.placed(error.problems))
        }
    }
}

/// What a load brought.
public struct LoadSummary: Sendable, Hashable {
    /// The names of the document's flags, in its order.
    public let flags: [String]
    /// The ids of the document's variants, in its order.
    public let variants: [String]
    /// What is odd about the document, and was accepted.
    public let warnings: [DocumentProblem]
}
