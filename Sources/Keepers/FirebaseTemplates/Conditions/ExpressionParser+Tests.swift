import ExperimentsCore

extension ExpressionParser {
    /// Reads the test of an element, after its name.
    mutating func test(of element: ConditionElement) throws(ExpressionProblem) -> ConditionAtom {
        let test: ConditionTest
        switch element {
        case .appVersion, .appBuild: test = try textMethod(comparisons: ConditionTest.Comparison.allCases)
        case .userProperty, .customSignal:
            test = next == "." ? try textMethod(comparisons: []) : try numberTest()
        case .audiences, .importedSegments, .operatingSystemAndVersion, .browserAndVersion:
            test = try setMethod()
        case .country, .language, .installationID: test = try membership(of: element)
        case .appID: test = try sameness([.equal])
        case .operatingSystem: test = try sameness([.equal, .notEqual])
        case .firstOpenTimestamp: test = try dateTest([.less, .lessOrEqual, .greater, .greaterOrEqual])
        case .dateTime: test = try dateTest([.less, .lessOrEqual, .greater, .greaterOrEqual])
        }
        return .element(element, test)
    }

    /// Reads `.contains(['a'])` or `.>=(['1.2'])`.
    private mutating func textMethod(comparisons: [ConditionTest.Comparison]) throws(ExpressionProblem)
        -> ConditionTest
    {
        let methods = ConditionTest.TextMethod.allCases.map(\.rawValue)
        let known = (comparisons.map(\.rawValue) + methods).joined(separator: ", ")
        try dot(known)
        if next?.properties.isAlphabetic != true, !comparisons.isEmpty {
            let comparison = try comparison(comparisons)
            let start = position
            let texts = try arguments()
            guard texts.count == 1, let version = texts.first else {
                throw problem("expected one version, found \(texts.count)", at: start)
            }
            guard SemanticVersion(version) != nil else {
                throw problem(
                    "\(Quotation.of(version)) is not a version", at: start, advice: "write numbers and dots")
            }
            return .version(comparison, version)
        }
        let start = position
        let name = word()
        guard let method = ConditionTest.TextMethod(rawValue: name) else {
            throw noMethod(name, known, at: start)
        }
        let textStart = position
        let texts = try arguments()
        if method == .matches {
            for text in texts {
                do {
                    _ = try TemplatePattern(text, .re2)
                } catch {
                    throw problem(
                        "\(Quotation.of(text)) is not a regular expression: \(error.message)",
                        at: place(of: error, in: text, from: textStart))
                }
            }
        }
        return .text(method, texts)
    }

    /// Returns the position in the expression of a problem with a pattern, whose text comes after `start`.
    private func place(of problem: PatternProblem, in pattern: String, from start: Int) -> Int {
        let literal = ExpressionText.quoted(pattern).unicodeScalars
        let before = pattern.unicodeScalars.prefix(problem.offset)
        let opening = scalars.indices.dropFirst(start).first { scalars[$0...].starts(with: literal) } ?? start
        // A quotation mark within has a backslash before it.
        return opening + 1 + before.count + before.count { $0 == "'" }
    }

    private mutating func setMethod() throws(ExpressionProblem) -> ConditionTest {
        let known = ConditionTest.SetMethod.allCases.map(\.rawValue).joined(separator: ", ")
        try dot(known)
        let start = position
        let name = word()
        guard let method = ConditionTest.SetMethod(rawValue: name) else {
            throw noMethod(name, known, at: start)
        }
        return .membership(method, try arguments())
    }

    private mutating func dot(_ known: String) throws(ExpressionProblem) {
        let start = position
        guard skip(".") else {
            throw problem(
                "expected a dot and one of \(known)", at: start,
                advice: next?.properties.isWhitespace == true
                    ? "write it without spaces, such as app.version.>=(['1.2'])" : nil)
        }
        guard next?.properties.isWhitespace != true else {
            throw problem("expected one of \(known), without spaces before it")
        }
    }

    private func noMethod(_ name: String, _ known: String, at start: Int) -> ExpressionProblem {
        problem(
            name.isEmpty ? "expected one of \(known)" : "\(Quotation.of(name)) is not one of \(known)",
            at: start)
    }

    private mutating func arguments() throws(ExpressionProblem) -> [String] {
        guard skip("(") else {
            throw problem(
                "expected (['…']), right after the test", advice: next == " " ? "remove the space" : nil)
        }
        skipBlanks()
        let texts = try texts()
        skipBlanks()
        try expect(")")
        return texts
    }

    private mutating func membership(of element: ConditionElement) throws(ExpressionProblem) -> ConditionTest
    {
        skipBlanks()
        guard skip("in"), next?.properties.isAlphabetic != true else {
            throw problem("expected in and a list such as ['…']")
        }
        skipBlanks()
        return .isOneOf(try texts())
    }

    private mutating func sameness(_ allowed: [ConditionTest.Comparison]) throws(ExpressionProblem)
        -> ConditionTest
    {
        skipBlanks()
        let comparison = try comparison(allowed)
        skipBlanks()
        return .isSame(try quotedText(), isNegative: comparison == .notEqual)
    }

    private mutating func numberTest() throws(ExpressionProblem) -> ConditionTest {
        skipBlanks()
        let comparison = try comparison(ConditionTest.Comparison.allCases)
        skipBlanks()
        return .number(comparison, try number())
    }

    private mutating func dateTest(_ allowed: [ConditionTest.Comparison]) throws(ExpressionProblem)
        -> ConditionTest
    {
        skipBlanks()
        let comparison = try comparison(allowed)
        skipBlanks()
        return .date(comparison, try date())
    }

    /// Reads what follows the word `version`.
    mutating func wrappedVersion() throws(ExpressionProblem) -> ConditionAtom {
        try expect("(")
        skipBlanks()
        guard skip("app.customSignal") else { throw problem("expected app.customSignal['…']") }
        let element = ConditionElement.customSignal(try key())
        skipBlanks()
        try expect(")")
        skipBlanks()
        let comparison = try comparison(ConditionTest.Comparison.allCases)
        skipBlanks()
        let start = position
        let version = try quotedText()
        guard SemanticVersion(version) != nil else {
            throw problem(
                "\(Quotation.of(version)) is not a version", at: start, advice: "write numbers and dots")
        }
        return .element(element, .wrappedVersion(comparison, version))
    }

    /// Reads what follows the word `percent`.
    mutating func percent() throws(ExpressionProblem) -> ConditionAtom {
        var seed: String?
        if skip("(") {
            skipBlanks()
            seed = try quotedText()
            skipBlanks()
            try expect(")")
        }
        skipBlanks()
        guard !skip("between") else { return .percent(seed: seed, try between()) }
        guard let sign = next, "<>=!".unicodeScalars.contains(sign) else {
            throw problem("expected <=, > or between")
        }
        let comparison = try comparison([.lessOrEqual, .greater])
        skipBlanks()
        let bound = try share()
        return .percent(seed: seed, comparison == .greater ? .above(bound) : .atMost(bound))
    }

    private mutating func between() throws(ExpressionProblem) -> ConditionAtom.PercentRange {
        skipBlanks()
        let start = position
        let lower = try share()
        skipBlanks()
        try expect("and", "and with the upper bound")
        skipBlanks()
        let upper = try share()
        if let low = Double(lower), let high = Double(upper), low > high {
            throw problem(
                "the bounds are the wrong way round", at: start, advice: "write the lower one first")
        }
        return .between(lower, upper)
    }

    private mutating func share() throws(ExpressionProblem) -> String {
        let start = position
        let text = try number()
        guard let value = Double(text), (0...100).contains(value) else {
            throw problem("\(text) is not a percentage from 0 to 100", at: start)
        }
        guard next != "%" else {
            throw problem("expected a percentage as a plain number", at: start, advice: "omit the %")
        }
        return text
    }
}
