/// A question with a yes and a no; no is what Enter, Esc and everything else mean.
package struct Confirmation: Sendable {
    /// How many lines name what is about to be changed; more are counted.
    static let lineLimit = 6

    /// The question, and what it is about, line by line.
    package var lines: [String]
    /// What yes does.
    package var effects: [Effect]
    /// What lay over the screen before, and does so again after either answer.
    var underneath: Overlay? {
        get { box?.overlay }
        set { box = newValue.map(Box.init) }
    }
    private var box: Box?

    /// A question.
    init(lines: [String], effects: [Effect], underneath: Overlay? = nil) {
        self.lines = lines
        self.effects = effects
        box = underneath.map(Box.init)
    }

    /// An overlay that holds a question cannot hold itself.
    private final class Box: Sendable {
        let overlay: Overlay

        init(_ overlay: Overlay) { self.overlay = overlay }
    }

    /// The question with the first of the things it is about, and how many more there are.
    static func lines(_ question: String, about things: [String]) -> [String] {
        let shown = things.count <= lineLimit + 1 ? things : Array(things.prefix(lineLimit))
        let more = things.count - shown.count
        return [question] + shown.map { "  " + $0 } + (more > 0 ? ["  and \(more) more"] : [])
    }
}
