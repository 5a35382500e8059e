// Facts side by side, if there is room for two.
extension DetailLines {
    /// From this width on, short facts stand in two columns.
    private static let leastColumns = 90
    private static let gap = 2

    /// Puts short facts that follow each other into two columns, read one after the other; what takes several lines stays
    /// as wide as it is.
    ///
    /// - Parameter first: the first line that may be moved.
    mutating func pairFacts(from first: Int) {
        guard width >= Self.leastColumns else { return }
        let half = (width - Self.gap) / 2
        var result = Array(lines.prefix(first))
        var short: [[Span]] = []
        for index in lines.indices.dropFirst(first) {
            if isShortFact(index, columns: half) {
                short.append(lines[index])
            } else {
                result += Self.paired(short, columns: half + Self.gap)
                short = []
                result.append(lines[index])
            }
        }
        lines = result + Self.paired(short, columns: half + Self.gap)
    }

    /// Whether a line is all that is said under its label.
    private func isShortFact(_ index: Int, columns: Int) -> Bool {
        func hasLabel(_ line: [Span]) -> Bool { line.first.map { $0.role == .dim && $0.text.first != " " } ?? false }
        let goesOn = lines.indices.contains(index + 1) && lines[index + 1].first?.text.first == " "
        return hasLabel(lines[index]) && !goesOn && Self.columns(of: lines[index]) <= columns
    }

    private static func paired(_ facts: [[Span]], columns: Int) -> [[Span]] {
        guard facts.count > 1 else { return facts }
        let rows = (facts.count + 1) / 2
        return (0..<rows).map { row in
            guard facts.indices.contains(row + rows) else { return facts[row] }
            let space = String(repeating: " ", count: max(1, columns - Self.columns(of: facts[row])))
            return facts[row] + [Span(space)] + facts[row + rows]
        }
    }

    private static func columns(of line: [Span]) -> Int { line.reduce(0) { $0 + $1.width } }
}
