/// The question before something is published. The answer is `y`, or the name of the project, which must be typed.
struct PublishingQuestion: Sendable {
    private static let yes = KeyHint("y", "publish")

    /// The name to type; nil if `y` is enough.
    private let wanted: String?
    private var typed = TextField()
    private var isMistyped = false

    init(_ consent: TemplatePublication.Consent) {
        if case .typed(let name) = consent { wanted = name } else { wanted = nil }
    }

    /// Handles a key.
    ///
    /// - Returns: whether it is the consent; nil if the key means nothing here.
    mutating func take(_ press: KeyPress) -> Bool? {
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
        wanted == nil ? [Self.yes, escape] + map.choosing("scroll") : [KeyHint(.enter, "publish"), escape]
    }

    func lines(_ escape: KeyHint, columns: Int) -> [[Span]] {
        guard let wanted else {
            let words = Self.yes.words("publishes it, ") + escape.words("does not")
            return Span(words, .dim).wrapped(to: columns, limit: 20)
        }
        let line = [Span("Type \(wanted) to publish: ", .warning), Span(typed.text + "_", .prompt)]
        return [line] + (isMistyped ? [[Span("does not match", .promptError)]] : [])
    }
}
