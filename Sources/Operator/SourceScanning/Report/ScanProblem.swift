/// Something in the sources that could not be read without compiling them.
public struct ScanProblem: Sendable, Hashable, CustomStringConvertible {
    /// Where it stands.
    public let place: SourcePlace
    /// What could not be read, and why.
    public let message: String
    /// Whether a key is absent from the catalogue because of it. Otherwise only a detail of a key is.
    public let isKeyLost: Bool

    /// `path:line:column: message`.
    public var description: String { "\(place): \(message)" }
}
