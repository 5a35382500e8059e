/// A note for the reader of a result.
public enum ResultNote: Sendable, Hashable {
    /// The lift is 50 % or more, which is more often an error of measurement than real (Twyman's law).
    case largeEffect
    /// The groups differed before anybody was exposed.
    case unevenPast
    /// Without the adjustment by earlier data, the effect has the opposite sign.
    case adjustmentTurnsSign
    /// A look contradicted the earlier ones. The effect itself seems to change over time.
    case effectChanges
    /// The control mean may be zero, so no lift can be ruled out.
    case liftWithoutBounds
}
