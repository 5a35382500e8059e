/// The value that a name had from one moment on.
package struct KeptValue: Sendable {
    /// The moment at which the name got this value.
    package let moment: ValueMoment
    /// The value; nil if the source did not have the name.
    package let text: KeptText?
    /// Whether this is the first known value, so that the name may have had it before `moment`.
    package let isFirst: Bool

    package init(moment: ValueMoment, text: KeptText?, isFirst: Bool) {
        (self.moment, self.text, self.isFirst) = (moment, text, isFirst)
    }
}

extension ValueHistory {
    /// Returns the values that a name had, the oldest first; an empty array if nothing is kept.
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

    /// Returns the values that each name had, the oldest first.
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
                    // The first moment lists all names, so this one did not exist then.
                    let absent = first.map { [KeptValue(moment: $0, text: nil, isFirst: true)] } ?? []
                    values[name, default: absent].append(KeptValue(moment: moment, text: texts[name], isFirst: false))
                }
            }
        }
        return values
    }
}
