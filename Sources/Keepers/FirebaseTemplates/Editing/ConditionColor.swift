import ExperimentsCore

/// The color of a condition in lists, as in the Firebase console. Apps do not get it.
public enum ConditionColor: String, Sendable, Hashable, CaseIterable {
    case blue = "BLUE"
    case brown = "BROWN"
    case cyan = "CYAN"
    case deepOrange = "DEEP_ORANGE"
    case green = "GREEN"
    case indigo = "INDIGO"
    case lime = "LIME"
    case orange = "ORANGE"
    case pink = "PINK"
    case purple = "PURPLE"
    case teal = "TEAL"

    /// The color as people write it: `deep-orange`.
    public var words: String { rawValue.lowercased().replacing("_", with: "-") }

    /// Creates a color from its words, in any case, with a hyphen, an underscore or a blank.
    public init?(words: String) {
        let name = words.uppercased().replacing("-", with: "_").replacing(" ", with: "_")
        self.init(rawValue: name)
    }
}
