import ExperimentsCore
import ExperimentsSupport

/// A secret of a project file: written there, or taken from the environment (`${NAME}`). It prints as `(hidden)`.
public struct Secret: Sendable, Hashable {
    private enum Origin: Hashable {
        case text(String)
        case variable(String)
    }

    private let origin: Origin

    /// A secret as a project file writes it; nil for an empty text, one with blanks, or a malformed `${NAME}`.
    public init?(_ written: String) {
        if written.hasPrefix("${") || written.contains("${") {
            guard written.hasPrefix("${"), written.hasSuffix("}") else { return nil }
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

    /// The environment variable it is taken from, if it is.
    public var variable: String? {
        if case .variable(let name) = origin { name } else { nil }
    }

    /// The secret itself.
    ///
    /// - Parameter environment: the process's environment.
    /// - Throws: ``MissingSecret`` if it is to come from a variable that is not set or empty.
    public func reveal(in environment: [String: String]) throws(MissingSecret) -> String {
        switch origin {
        case .text(let text): return text
        case .variable(let name):
            guard let text = environment[name], !text.isEmpty else { throw MissingSecret(variable: name) }
            return text
        }
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte.isASCIIDigit || byte == UInt8(ascii: "_")
    }
}

/// A secret that the environment should hold and does not.
public struct MissingSecret: Error, Sendable, Hashable, CustomStringConvertible, OperatorError {
    /// The variable.
    public let variable: String

    /// `the environment variable NAME is not set`.
    public var description: String { "the environment variable \(variable) is not set" }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// `(hidden)`.
    public var description: String { "(hidden)" }
    /// `(hidden)`.
    public var debugDescription: String { description }
    /// Shows nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
