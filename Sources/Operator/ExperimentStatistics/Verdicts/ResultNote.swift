/// A note for the reader of a result.
public enum ResultNote: Sendable, Hashable {
    /// The lift is 50% or more, which is more often an error of measurement than real (Twyman's law).
    case largeEffect
    /// The groups differed before anyone was exposed.
    case unevenPast
    /// Without the adjustment by earlier data, the effect has the opposite sign.
    case adjustmentTurnsSign
    /// A look contradicted the earlier ones, in the given number of days since the start.
    case effectChanges(day: Double)
    /// Users whose window is not over do not count yet.
    case openWindows(OpenWindows)
    /// The control mean may be zero, so no lift can be ruled out.
    case liftWithoutBounds
}
