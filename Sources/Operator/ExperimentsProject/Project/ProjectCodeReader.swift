import ExperimentsCore

/// A function of an app that reads the key whose name is its first argument: `code: {readers: ["isEnabled(_:)"]}`.
public struct ProjectCodeReader: Sendable, Hashable, CustomStringConvertible {
    /// The type that declares the function, if the project file has it: `Flags` in `Flags.isEnabled(_:)`.
    public var type: String?
    /// The base name of the function: `isEnabled`.
    public var name: String
    /// The labels of its arguments, `_` for an argument without one.
    public var labels: [String]
    /// The type of the returned values; nil if the project file does not have it.
    public var kind: ValueKind?

    /// Reads the name of a function as Swift's documentation writes it, for example `Flags.isEnabled(_:)`, followed by
    /// the type of its values if it is not clear: `text(for:):string`. Returns nil for any other text.
    ///
    /// A function whose name begins with `is`, `has`, `can` or `should` returns a boolean unless the text has another
    /// type.
    public init?(_ text: String) {
        guard let (head, rest) = text.cut(atFirst: "("), let (inner, tail) = rest.cut(atFirst: ")") else {
            return nil
        }
        let names = head.split(scalar: ".", omittingEmptySubsequences: false).map(String.init)
        guard names.allSatisfy(Self.isName), let name = names.last, inner.hasScalarSuffix(":") else {
            return nil
        }
        let labels = inner.dropLast().split(scalar: ":", omittingEmptySubsequences: false).map(String.init)
        guard labels.allSatisfy({ $0 == "_" || Self.isName($0) }) else { return nil }
        if tail.isEmpty {
            kind = Self.readsAsTruth(name) ? .bool : nil
        } else {
            guard tail.hasScalarPrefix(":"), let kind = ValueKind(rawValue: String(tail.dropFirst())) else {
                return nil
            }
            self.kind = kind
        }
        type = names.count > 1 ? names.dropLast().joined(separator: ".") : nil
        self.name = name
        self.labels = labels
    }

    /// The name of the function without the type of its values: `Flags.isEnabled(_:)`.
    public var description: String {
        (type.map { $0 + "." } ?? "") + name + "(" + labels.map { $0 + ":" }.joined() + ")"
    }

    private static func readsAsTruth(_ name: String) -> Bool {
        ["is", "has", "can", "should"].contains { prefix in
            name.hasScalarPrefix(prefix) && name.dropFirst(prefix.count).first?.isUppercase == true
        }
    }

    private static func isName(_ text: String) -> Bool {
        guard let first = text.unicodeScalars.first, first == "_" || first.properties.isXIDStart else {
            return false
        }
        return text.unicodeScalars.allSatisfy { $0.properties.isXIDContinue } && text != "_"
    }
}
