/// A part of the sources that cannot be read without compiling them.
public struct ScanProblem: Sendable, Hashable, CustomStringConvertible {
    /// Where it stands.
    public let place: SourcePlace
    /// The part, and the reason.
    public let message: String
    /// Whether a key is missing in the catalogue because of it. Otherwise, only a detail of a key is.
    public let isKeyLost: Bool

    /// `path:line:column: message`.
    public var description: String { "\(place): \(message)" }
}
