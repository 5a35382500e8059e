/// A mouse button or the wheel, at a cell.
public struct MouseEvent: Sendable, Hashable {
    /// What was done with a button or the wheel.
    public enum Kind: Sendable, Hashable {
        /// A button went down.
        case press

        /// A button came up.
        case release

        /// The wheel turned away from the user.
        case wheelUp

        /// The wheel turned towards the user.
        case wheelDown

        /// The wheel was tilted to the left.
        case wheelLeft

        /// The wheel was tilted to the right.
        case wheelRight
    }

    /// What was done with a button or the wheel.
    public var kind: Kind

    /// 1 left, 2 middle, 3 right; 0 for the wheel.
    public var button: Int

    /// The cell under the pointer.
    public var point: CellPoint

    /// Keys that were held down.
    public var modifiers: KeyModifiers

    /// An event at a cell.
    public init(_ kind: Kind, button: Int = 0, at point: CellPoint, modifiers: KeyModifiers = []) {
        self.kind = kind
        self.button = button
        self.point = point
        self.modifiers = modifiers
    }
}
