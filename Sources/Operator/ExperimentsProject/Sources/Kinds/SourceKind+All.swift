extension SourceKind {
    /// All kinds of sources, in the order in which messages list them.
    public static let all: [SourceKind] = [
        .file,
        .firebase,
        .emulator,
        .firebaseTemplate,
        .variants,
        .activeConfig,
        .ofrep,
        .etcd,
        .growthBook,
    ]
}
