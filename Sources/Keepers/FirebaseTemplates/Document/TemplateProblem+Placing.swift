import ExperimentsCore

extension Sequence<TemplateProblem> {
    /// The problems with their places in `bytes`, the text that the document was read from, in the text's order.
    public func placed(in bytes: [UInt8]) -> [TemplateProblem] {
        let problems = Array(self)
        guard problems.contains(where: { $0.line == nil }) else { return problems }
        let places = JSONPlaces(bytes)
        return problems.map { $0.placed(in: places) }.sorted {
            ($0.line ?? 0, $0.column ?? 0) < ($1.line ?? 0, $1.column ?? 0)
        }
    }
}
