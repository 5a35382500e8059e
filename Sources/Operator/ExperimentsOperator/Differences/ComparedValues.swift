import ExperimentsCore

/// Two values to compare in the background, if that takes long.
public struct DifferenceRequest: Sendable, Hashable {
    /// The name of the key to which the values belong.
    package let title: String
    /// The names of the two sides.
    package let sides: [String]
    package let old: String?
    package let new: String?

    package init(_ title: String, oldSide: String, old: String?, newSide: String, new: String?) {
        self.title = title
        sides = [oldSide, newSide]
        self.old = old
        self.new = new
    }

    /// Whether it is done between two frames.
    package var isQuick: Bool { (old?.utf8.count ?? 0) + (new?.utf8.count ?? 0) <= 1 << 14 }

    /// Returns the default view: for JSON, the changes by path; for anything else, all differences.
    package func compared() -> ComparedValues {
        let values = ComparedValues(self)
        return values.byPath == nil ? values.completed() : values
    }
}

/// Two values that were compared.
public struct ComparedValues: Sendable {
    package let request: DifferenceRequest
    package let difference: ValueDifference
    /// The changes by path; nil if the values are no JSON.
    package let byPath: DifferencePage?
    /// The differences that take longer than the changes by path, several times as long for a megabyte; nil until they
    /// are computed.
    package private(set) var rest: Rest?

    /// Both values in other forms.
    package struct Rest: Sendable {
        /// Both whole.
        package let whole: DifferencePage
        /// Both as `diff -u` compares them.
        package let unified: String
        /// The JSON Patch from the first to the second value; nil if they are not JSON.
        package let patch: String?
    }

    fileprivate init(_ request: DifferenceRequest) {
        self.request = request
        difference = ValueDifference(request.old, request.new)
        if case .json(let changes) = difference.form {
            byPath = DifferencePage(byPath: changes)
        } else {
            byPath = nil
        }
    }

    /// The same comparison, completed.
    package func completed() -> ComparedValues {
        guard rest == nil else { return self }
        let lines = difference.lines(of: difference.comparable)
        var values = self
        values.rest = Rest(
            whole: DifferencePage(difference, lines),
            unified: difference.unified(lines, title: request.title, sides: request.sides),
            patch: difference.patch?.prettyText)
        return values
    }
}
