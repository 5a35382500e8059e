/// What is known of the terminal's background before it is asked.
public enum Background {
    /// The theme that suits the background that `COLORFGBG` tells of, as some terminals set it: `15;0`, or with a word
    /// in the middle. Without it, the dark one.
    ///
    /// - Parameter variable: what the variable holds.
    public static func themeName(colorsVariable variable: String?) -> String {
        guard let last = variable?.split(separator: ";").last.flatMap({ Int($0) }) else { return "dark" }
        return last == 7 || (9...15).contains(last) ? "light" : "dark"
    }
}
