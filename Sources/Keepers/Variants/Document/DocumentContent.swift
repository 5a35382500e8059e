import ExperimentsCore

/// The flags and variants of a document, each with its place in it.
struct DocumentContent {
    /// Something and where it stands.
    struct Placed<Element> {
        let element: Element
        let path: DocumentPath
    }

    var flags: [Placed<FlagDefinition>] = []
    var variants: [Placed<Variant>] = []
}
