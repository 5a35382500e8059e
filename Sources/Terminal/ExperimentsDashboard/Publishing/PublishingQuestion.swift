import ExperimentsOperator

/// The question before something is published. The answer is `y`, or the name of the project, which must be typed. A
/// description of the new version can be typed before.
struct PublishingQuestion: Sendable {
    private static let yes = KeyHint("y", "publish")
    private static let describe = KeyHint(.tab, "description")
    private static let done = KeyHint(.enter, "done")

    /// The name to type; nil if `y` is enough.
    private let wanted: String?
    private var typed = TextField()
    private var isMistyped = false
    private var description = TextField()
    /// Whether the description is being typed.
    private(set) var isDescribing = false

    init(_ consent: PublicationConsent) {
        if case .typed(let name) = consent { wanted = name } else { wanted = nil }
    }

    /// The field of the description, if it is being typed.
    var typedField: TextField? { isDescribing ? description : nil }

    /// The description of the new version; nil for none.
    var note: String? { description.text.isEmpty ? nil : description.text }

    /// Inserts pasted text.
    mutating func paste(_ text: String) {
        if isDescribing {
            description.insert(text)
        } else if wanted != nil {
            isMistyped = false
            typed.insert(text)
        }
    }

    /// Stops typing the description.
    ///
    /// - Returns: whether it was being typed.
    mutating func cancelDescription() -> Bool {
        defer { isDescribing = false }
        return isDescribing
    }

    /// Handles a key.
    ///
    /// - Returns: whether it is the consent; nil if the key means nothing here.
    mutating func take(_ press: KeyPress) -> Bool? {
        if press == Self.describe.press {
            isDescribing.toggle()
            return false
        }
        if isDescribing {
            if press == Self.done.press {
                isDescribing = false
            } else {
                _ = description.handle(press)
            }
            return false
        }
        guard let wanted else { return press == Self.yes.press ? true : nil }
        if press == KeyPress(.enter) {
            isMistyped = typed.text != wanted
            return !isMistyped
        }
        switch press.key {
        case .up, .down, .pageUp, .pageDown: return nil
        default:
            isMistyped = false
            _ = typed.handle(press)
            return false
        }
    }

    func hints(_ escape: KeyHint, _ map: KeyMap) -> [KeyHint] {
        if isDescribing { return [Self.done, escape] }
        return wanted == nil
            ? [Self.yes, Self.describe, escape] + map.choosing("scroll")
            : [KeyHint(.enter, "publish"), Self.describe, escape]
    }

    func lines(_ escape: KeyHint, columns: Int) -> [[Span]] {
        let note =
            isDescribing
            ? [[Span("Description: ", .dim), Span(description.text + "_", .prompt)]]
            : self.note.map { Span("Description: \($0)", .dim).wrapped(to: columns, limit: 4) } ?? []
        guard let wanted else {
            let words = Self.yes.words("publishes it, ") + escape.words("does not")
            return Span(words, .dim).wrapped(to: columns, limit: 20) + note
        }
        let line = [
            Span("Type \(wanted) to publish: ", .warning),
            Span(typed.text + (isDescribing ? "" : "_"), .prompt),
        ]
        return [line] + (isMistyped ? [[Span("does not match", .promptError)]] : []) + note
    }
}
