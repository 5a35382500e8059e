import ExperimentsCore

/// Two sources to be compared beside the loop.
public struct ComparisonRequest: Sendable {
    /// Counts the requests, so that an older answer does not replace a newer one.
    package let number: Int
    private let left: Snapshot
    private let right: Snapshot
    private let keys: [CatalogKey]

    package init(number: Int, left: Snapshot, right: Snapshot, keys: [CatalogKey]) {
        self.number = number
        self.left = left
        self.right = right
        self.keys = keys
    }

    /// What it comes to.
    package func compared() -> ComparedSources {
        ComparedSources(number: number, index: ComparisonIndex(SourceComparison(left, right, keys: keys)))
    }
}

/// Two sources that were compared.
public struct ComparedSources: Sendable {
    package let number: Int
    package let index: ComparisonIndex
}
