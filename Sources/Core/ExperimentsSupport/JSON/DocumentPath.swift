/// The path from the root of a JSON document to something in it, for example `variants[2].mods[0].flag`.
public struct DocumentPath: Sendable, Hashable, CustomStringConvertible {
    /// A step of a path.
    public enum Step: Sendable, Hashable {
        /// Into a member of an object.
        case member(String)
        /// Into an element of an array, from 0.
        case element(Int)
    }

    /// The steps from the root; none for the root itself.
    public let steps: [Step]

    /// Creates a path from steps.
    public init(_ steps: [Step] = []) {
        self.steps = steps
    }

    /// The path extended by a member.
    public subscript(name: String) -> DocumentPath { DocumentPath(steps + [.member(name)]) }

    /// The path extended by an element.
    public subscript(index: Int) -> DocumentPath { DocumentPath(steps + [.element(index)]) }

    /// `variants[2].mods[0].flag`. A name with characters other than letters, digits, `_` and `-` is in brackets and
    /// quotation marks: `settings["free shipping"]`.
    public var description: String {
        steps.reduce(into: "") { text, step in
            switch step {
            case .member(let name) where !name.isEmpty && name.utf8.allSatisfy(Self.isPlain):
                text += text.isEmpty ? name : "." + name
            case .member(let name): text += "[" + JSONValue.string(name).compactText + "]"
            case .element(let index): text += "[\(index)]"
            }
        }
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte.isASCIIDigit || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
    }
}
