extension ValueSchema {
    /// Whether `text` is accepted; throws the reason if not.
    public func check(_ text: String) throws(IncorrectValue) {
        let name = understandsBaseline ? Baseline.split(text).name : text
        switch kind {
        case .string: try checkCase(name, of: text)
        case .bool:
            guard BooleanText.value(of: name) != nil else {
                throw incorrect(text, "not a boolean")
            }
        case .int:
            guard let value = NumberText.integer(name) else {
                throw incorrect(text, "not a whole number", offset: NumberText.firstNonDigit(of: name))
            }
            try checkRange(Double(value), of: text)
        case .double:
            guard let value = NumberText.double(name) else {
                throw incorrect(text, "not a number", offset: NumberText.firstNonDigit(of: name))
            }
            try checkRange(value, of: text)
        case .json:
            do throws(JSONProblem) {
                _ = try JSONValue(parsing: name)
            } catch {
                throw incorrect(text, "not JSON: \(error)", offset: error.offset)
            }
        }
    }

    private func checkCase(_ name: String, of text: String) throws(IncorrectValue) {
        guard !cases.isEmpty, !cases.contains(name) else { return }
        if let near = cases.first(where: { $0.lowercased() == name.lowercased() }) {
            throw incorrect(text, "not one of its cases (\"\(near)\" is written otherwise)")
        }
        throw incorrect(text, "not one of its cases")
    }

    private func checkRange(_ value: Double, of text: String) throws(IncorrectValue) {
        guard let range, !range.contains(value) else { return }
        throw incorrect(text, "outside its range")
    }

    func incorrect(_ text: String, _ reason: String, offset: Int? = nil) -> IncorrectValue {
        IncorrectValue(expected: expectation, found: text, reason: reason, offset: offset)
    }
}
