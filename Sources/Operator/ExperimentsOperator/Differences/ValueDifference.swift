import ExperimentsCore
import Foundation

/// The differences between two values, in the form that suits them.
package struct ValueDifference: Sendable, Hashable {
    package enum Form: Sendable, Hashable {
        /// Only one of them exists.
        case presence
        /// Two numbers, and by how much the second is larger: `+2`, `−0.5`.
        case numbers(String)
        /// Two lists or objects of JSON.
        case json(JSONDifference)
        /// Anything else.
        case texts
    }

    /// The first value; nil if there is none.
    package let old: String?
    /// The second value.
    package let new: String?
    package let form: Form
    /// Both as JSON, if they are lists or objects.
    private let pair: JSONMeaningPair?

    package init(_ old: String?, _ new: String?) {
        self.old = old
        self.new = new
        guard let old, let new else {
            (form, pair) = (.presence, nil)
            return
        }
        if let one = Self.structure(old), let other = Self.structure(new) {
            let pair = JSONMeaningPair(JSONMeaning(one), JSONMeaning(other))
            (form, self.pair) = (.json(JSONDifference(pair.old, pair.new)), pair)
            return
        }
        pair = nil
        if let step = Self.step(from: old, to: new) {
            form = .numbers(step)
        } else {
            form = .texts
        }
    }

    /// Creates the difference as far as it can be computed quickly: large values are only compared as texts. It is
    /// meant for tables, which need many of them in every frame.
    package init(glancingAt old: String?, _ new: String?) {
        guard let old, let new, old.utf8.count + new.utf8.count > 1 << 13 else {
            self.init(old, new)
            return
        }
        self.init(old, new, form: .texts)
    }

    private init(_ old: String?, _ new: String?, form: Form) {
        self.old = old
        self.new = new
        self.form = form
        pair = nil
    }

    /// Returns a value as JSON: a list or an object as such, any other value as a string.
    package static func json(_ text: String) -> JSONValue { structure(text) ?? .string(text) }

    /// Returns the list or object in a text; nil for any other text.
    static func structure(_ text: String) -> JSONValue? {
        let first = text.utf8.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
        guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return nil }
        return try? JSONValue(parsing: text)
    }

    /// Returns the increase from one number to another; nil if one is not a number.
    static func step(from old: String, to new: String) -> String? {
        guard NumberText.double(old) != nil, NumberText.double(new) != nil,
            let one = Decimal(string: old, locale: nil), let other = Decimal(string: new, locale: nil)
        else { return nil }
        let step = other - one
        guard step.isFinite else { return nil }
        return (step < 0 ? "−" : "+") + step.magnitude.description
    }

    /// The difference in a word or two: `+2`, `3 changes`, `only left`; empty if they are just different texts.
    package var word: String {
        switch form {
        case .presence: old == nil ? new == nil ? "same" : "only right" : "only left"
        case .numbers(let step): step
        case .json(let difference):
            switch difference.changes.count {
            case 0: "equal, written differently"
            case 1: difference.changes[0].step ?? difference.changes[0].kind.rawValue
            case let count: "\(count) changes"
            }
        case .texts: ""
        }
    }

    /// The changes by path as JSON; nil if the values are no lists or objects.
    package var json: JSONValue? {
        if case .json(let difference) = form { .array(difference.changes.map(\.json)) } else { nil }
    }

    /// Both values as texts whose lines can be compared: JSON indented, its members in the order of the first value.
    package var comparable: (old: String, new: String) {
        guard let pair else { return (old ?? "", new ?? "") }
        return (pair.old.value.prettyText, pair.new.written(like: pair.old).prettyText)
    }

    /// The JSON Patch from the first to the second value; nil if they are not lists or objects.
    package var patch: JSONValue? { pair.map { JSONDifference.patch($0.old, $0.new) } }

    /// Returns both values in the format of `diff -u`, as files named after the value in folders named after the sides.
    package func unified(_ title: String, _ sides: [String]) -> String {
        unified(lines(of: comparable), title: title, sides: sides)
    }

    /// Returns the texts to compare line by line. A missing value has no lines.
    func lines(of texts: (old: String, new: String)) -> LineDifference {
        LineDifference(old.map { _ in texts.old }, new.map { _ in texts.new })
    }

    func unified(_ lines: LineDifference, title: String, sides: [String]) -> String {
        func name(_ side: String, _ value: String?) -> String {
            value == nil ? "/dev/null" : "\(side)/\(title)"
        }
        return lines.unified(name(sides[0], old), name(sides[1], new))
    }
}

extension JSONDifference.Change {
    /// `nested.retries: 3 → 5 (+2)`, with `+`, `-`, `~` or `>` before it.
    package var line: String {
        switch kind {
        case .added: "+ \(place): \(Self.shown(new))"
        case .removed: "- \(place): \(Self.shown(old))"
        case .changed: "~ \(place): \(Self.shown(old)) → \(Self.shown(new))" + (step.map { " (\($0))" } ?? "")
        case .moved: "> \(place): moved from \(origin?.description ?? "")"
        }
    }

    /// The path in words.
    package var place: String { path.steps.isEmpty ? "(all of it)" : path.description }

    /// The increase of a number.
    package var step: String? {
        guard case .number(let old)? = old, case .number(let new)? = new else { return nil }
        return ValueDifference.step(from: old, to: new)
    }

    /// The change as JSON: `{"change", "path", "from", "old", "new"}`, without absent members.
    package var json: JSONValue {
        var members = JSONObject()
        members["change"] = .string(kind.rawValue)
        members["path"] = .string(path.description)
        members["from"] = origin.map { .string($0.description) }
        members["old"] = old
        members["new"] = new
        return .object(members)
    }

    private static func shown(_ value: JSONValue?) -> String {
        let text = value?.compactText ?? "none"
        return text.count <= 200 ? text : text.prefix(199) + "…"
    }
}

extension SnapshotDifference.Change {
    /// The old and the new value, with the app's default in words; nil if there is none.
    package var values: (old: String?, new: String?) {
        func words(_ text: String?) -> String { text ?? Snapshot.Entry.appDefault }
        return switch self {
        case .added(let new): (nil, words(new))
        case .removed(let old): (words(old), nil)
        case .changed(let old, let new): (words(old), words(new))
        }
    }
}
