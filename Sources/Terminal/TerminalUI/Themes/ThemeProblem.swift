import MarkedYAML

/// Why a theme cannot be used, and where it says so.
public struct ThemeProblem: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file, or the name of a theme that is built in.
    public var source: String

    /// What is wrong and what was expected.
    public var message: String

    /// Line and column, from 1; nil if it is about no place in a text.
    public var place: Place?

    /// A place in a text.
    public struct Place: Sendable, Hashable {
        /// From 1.
        public var line: Int

        /// From 1, in Unicode scalars.
        public var column: Int

        /// A place.
        public init(line: Int, column: Int) {
            self.line = line
            self.column = column
        }
    }

    /// A problem, at a place if it has one.
    public init(_ message: String, in source: String, at place: Place? = nil) {
        self.source = source
        self.message = message
        self.place = place
    }

    init(_ message: String, in source: String, at node: YAMLNode) {
        self.init(message, in: source, at: Place(line: node.line, column: node.column))
    }

    /// `source:line:column: message`.
    public var description: String {
        guard let place else { return "\(source): \(message)" }
        return "\(source):\(place.line):\(place.column): \(message)"
    }
}
