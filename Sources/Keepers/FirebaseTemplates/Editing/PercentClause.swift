import ExperimentsCore

/// The share of installations that can meet a condition's expression: its single `percent` part.
public struct PercentClause: Sendable, Hashable {
    /// The seed of the assignment; empty for none.
    public let seed: String
    /// The start of the share, in percent.
    public let lower: Double
    /// The end of the share, in percent.
    public let upper: Double

    /// The size of the share, in percent.
    public var share: Double { max(0, upper - lower) }

    /// Finds the `percent` part of an expression; nil if there is none or several, or if the expression cannot be read.
    public init?(_ expression: String) {
        guard let parts = try? Self.parts(of: expression), parts.count == 1, let part = parts.first else {
            return nil
        }
        self = part.clause
    }

    private init(seed: String?, _ range: ConditionAtom.PercentRange) {
        self.seed = seed ?? ""
        switch range {
        case .atMost(let bound): (lower, upper) = (0, Double(bound) ?? 0)
        case .above(let bound): (lower, upper) = (Double(bound) ?? 0, 100)
        case .between(let low, let high): (lower, upper) = (Double(low) ?? 0, Double(high) ?? 0)
        }
    }

    /// Returns the position of an installation among all installations, in percent, as this machine assigns it; nil if
    /// its ID is not known.
    public func place(of instance: AppInstance) -> Double? {
        guard let id = instance.installationID, !id.isEmpty else { return nil }
        return Double(Percentile.microPercentile(of: id, seed: seed)) * 100 / Double(Percentile.whole)
    }

    /// Returns the share as a bar of cells from 0 to 100 percent: true for each cell whose middle is inside.
    public func cells(_ count: Int) -> [Bool] {
        (0..<count).map { cell in
            let middle = (Double(cell) + 0.5) * 100 / Double(max(1, count))
            return middle > lower && middle <= upper
        }
    }

    private struct Part {
        let clause: PercentClause
        let range: ConditionAtom.PercentRange
        let seed: String?
        let place: Range<Int>
    }

    private static func parts(of expression: String) throws(ExpressionProblem) -> [Part] {
        var parser = ExpressionParser(expression)
        return try parser.locatedAtoms().compactMap { atom, place in
            guard case .percent(let seed, let range) = atom else { return nil }
            return Part(clause: PercentClause(seed: seed, range), range: range, seed: seed, place: place)
        }
    }

    /// Returns an expression with another share. Its other parts are not changed. If it has no `percent` part, one is
    /// added.
    ///
    /// - Parameter percent: the size of the share from 0 to 100, with at most six decimals.
    static func setting(_ percent: String, in expression: String) throws(TemplateEditProblem) -> String {
        let share = try share(percent)
        let parts: [Part]
        do throws(ExpressionProblem) {
            parts = try Self.parts(of: expression)
        } catch {
            throw TemplateEditProblem(
                "the expression cannot be read: \(error.message)", advice: "change the expression first",
                excerpt: error.excerpt)
        }
        guard parts.count <= 1 else {
            throw TemplateEditProblem(
                "the expression has \(parts.count) percentages", advice: "change the expression itself")
        }
        guard let part = parts.first else {
            let text = ConditionAtom.percent(seed: nil, .atMost(percent)).description
            return ["", "true"].contains(ByteText.trimmed(expression)) ? text : "\(expression) && \(text)"
        }
        let range: ConditionAtom.PercentRange
        switch part.range {
        case .atMost: range = .atMost(percent)
        case .above: range = .above(text(of: 100 - share))
        case .between(let lower, _):
            let room = 100 - part.clause.lower
            guard share <= room else {
                throw TemplateEditProblem(
                    "the share begins at \(lower)%, so that no more than \(text(of: room))% are left",
                    advice: "change the expression itself to move its beginning")
            }
            range = .between(lower, text(of: part.clause.lower + share))
        }
        var scalars = Array(expression.unicodeScalars)
        let clause = ConditionAtom.percent(seed: part.seed, range).description
        scalars.replaceSubrange(part.place, with: Array(clause.unicodeScalars))
        return String(String.UnicodeScalarView(scalars))
    }

    private static func share(_ text: String) throws(TemplateEditProblem) -> Double {
        let decimals = text.split(scalar: ".", omittingEmptySubsequences: false).dropFirst().first ?? ""
        guard let share = NumberText.double(text), (0...100).contains(share), !text.hasScalarPrefix("-"),
            text.utf8.allSatisfy({ $0.isASCIIDigit || $0 == UInt8(ascii: ".") }), decimals.utf8.count <= 6,
            text.utf8.first.map(\.isASCIIDigit) == true, text.utf8.last.map(\.isASCIIDigit) == true
        else {
            throw TemplateEditProblem(
                "\(Quotation.of(text)) is not a percentage",
                advice: "write a number from 0 to 100, such as 12.5")
        }
        return share
    }

    /// Returns the text of a bound, with at most the number of decimals that the service uses: millionths of a percent.
    private static func text(of bound: Double) -> String {
        NumberText.text(of: (bound * 1_000_000).rounded() / 1_000_000)
    }
}
