/// What one name held from a moment on.
package struct KeptValue: Sendable {
    /// The moment that brought it.
    package let moment: ValueMoment
    /// The value; nil where the name was not there.
    package let text: KeptText?
    /// Whether it may have been so before: it is the first that is known.
    package let isFirst: Bool

    package init(moment: ValueMoment, text: KeptText?, isFirst: Bool) {
        (self.moment, self.text, self.isFirst) = (moment, text, isFirst)
    }
}

extension ValueHistory {
    /// The values that a name had, the oldest first; none where nothing is kept.
    ///
    /// - Throws: `FileProblem` where something cannot be read.
    package func values(of name: String) throws(FileProblem) -> [KeptValue] {
        var values: [KeptValue] = []
        try replay { moment, change, texts in
            switch change {
            case .first: values.append(KeptValue(moment: moment, text: texts[name], isFirst: true))
            case .changes(let before):
                guard before[name] != nil else { return }
                values.append(KeptValue(moment: moment, text: texts[name], isFirst: false))
            }
        }
        return values
    }

    /// The values that each name had, the oldest first.
    ///
    /// - Throws: `FileProblem` where something cannot be read.
    package func valuesByName() throws(FileProblem) -> [String: [KeptValue]] {
        var values: [String: [KeptValue]] = [:]
        var first: ValueMoment?
        try replay { moment, change, texts in
            switch change {
            case .first:
                first = moment
                for (name, text) in texts { values[name] = [KeptValue(moment: moment, text: text, isFirst: true)] }
            case .changes(let before):
                for name in before.keys {
                    // One that was not there at first was known not to be there.
                    let absent = first.map { [KeptValue(moment: $0, text: nil, isFirst: true)] } ?? []
                    values[name, default: absent].append(KeptValue(moment: moment, text: texts[name], isFirst: false))
                }
            }
        }
        return values
    }
}
