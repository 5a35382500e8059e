import ExperimentsCore

/// A secret in a project file, either written there or taken from the environment (`${NAME}`). It prints as `(hidden)`.
public struct Secret: Sendable, Hashable {
    private enum Origin: Hashable {
        case text(String)
        case variable(String)
    }

    private let origin: Origin

    /// Reads a secret; nil for an empty text, a text with blanks, or a malformed `${NAME}`.
    public init?(_ written: String) {
        if written.hasPrefix("${") || written.contains("${") {
            guard written.hasPrefix("${"), written.hasScalarSuffix("}") else { return nil }
            let name = written.dropFirst(2).dropLast()
            guard let first = name.utf8.first, !first.isASCIIDigit,
                name.utf8.allSatisfy(Self.isNameByte)
            else { return nil }
            origin = .variable(String(name))
            return
        }
        guard !written.isEmpty, written.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
        origin = .text(written)
    }

    /// The environment variable, if it is taken from one.
    public var variable: String? {
        if case .variable(let name) = origin { name } else { nil }
    }

    /// Returns the secret itself.
    ///
    /// - Parameter environment: the environment of the process.
    /// - Throws: ``MissingSecret`` if its variable is not set or is empty.
    public func reveal(in environment: [String: String]) throws(MissingSecret) -> String {
        switch origin {
        case .text(let text): return text
        case .variable(let name):
            let text = environment[name].map(Self.withoutFinalLineEnd) ?? ""
            guard !text.isEmpty else { throw MissingSecret(variable: name) }
            return text
        }
    }

    /// Returns a text without the line end that a file or a command may have added. A header cannot have it.
    package static func withoutFinalLineEnd(_ text: String) -> String {
        var scalars = text.unicodeScalars[...]
        while let last = scalars.last, last == "\n" || last == "\r" { scalars.removeLast() }
        return String(scalars)
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte.isASCIIDigit || byte == UInt8(ascii: "_")
    }
}

/// The error for a secret whose environment variable is not set.
public struct MissingSecret: Error, Sendable, Hashable, CustomStringConvertible, OperatorError {
    /// The name of the environment variable.
    public let variable: String

    /// `the environment variable NAME is not set`.
    public var description: String { "the environment variable \(variable) is not set" }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// `(hidden)`.
    public var description: String { "(hidden)" }
    /// `(hidden)`.
    public var debugDescription: String { description }
    /// An empty mirror, so that reflection does not show the secret.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
