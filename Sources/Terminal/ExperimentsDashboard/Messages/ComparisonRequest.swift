import ExperimentsCore

/// Two sources to be compared beside the loop.
public struct ComparisonRequest: Sendable {
    /// Counts the requests, so that an older answer does not replace a newer one.
    let number: Int
    let left: Snapshot
    let right: Snapshot
    let keys: [CatalogKey]

    /// What it comes to.
    func compared() -> ComparedSources {
        ComparedSources(number: number, index: ComparisonIndex(SourceComparison(left, right, keys: keys)))
    }
}

/// Two sources that were compared.
public struct ComparedSources: Sendable {
    let number: Int
    let index: ComparisonIndex
}
