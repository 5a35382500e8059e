import ExperimentsCore

/// The texts that are read as true. The official clients for the different platforms disagree, and one template serves
/// them all.
public enum BooleanRule: Sendable, Hashable {
    /// `1`, `true`, `t`, `yes`, `y` and `on`, in any case and without blanks around them, as in the clients for
    /// Android, the web and servers.
    case shared
    /// The rule of `NSString.boolValue`, which the official client on Apple's systems uses: after blanks, a sign and
    /// zeros, one of the letters `YyTt` or a digit from 1 to 9. So `on` is false, and `2` and `truthy` are true.
    case apple

    /// Returns the boolean for a text; false if the text is not one.
    public func value(of text: String) -> Bool {
        switch self {
        case .shared: BooleanText.value(of: text) ?? false
        case .apple: BooleanText.foundationValue(of: text)
        }
    }
}
