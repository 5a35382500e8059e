/// The identity of a type: the file that declares it and its name, or only the name for a type of a library.
package struct TypeKey: Hashable, Sendable {
    /// The path of the file; empty for a type that the sources do not declare.
    package let file: String
    /// The name with those of the types around it: `Shop.Style`.
    package let path: String

    package init(file: String, path: String) {
        self.file = file
        self.path = path
    }

    /// A type that the sources do not declare.
    package static func library(_ path: String) -> TypeKey { TypeKey(file: "", path: path) }

    /// Whether the sources do not declare it.
    package var isOfLibrary: Bool { file.isEmpty }
    /// `Style` of `Shop.Style`.
    package var name: String { path.split(separator: ".").last.map(String.init) ?? path }
}

/// The type of an expression or a declaration, as far as the sources show it.
package indirect enum SwiftType: Hashable, Sendable {
    case named(TypeKey, [SwiftType] = [])
    case optional(SwiftType)
    case array(SwiftType)
    case dictionary(SwiftType, SwiftType)
    case tuple([SwiftType])
    /// A function, with its result if that is known.
    case function(SwiftType?)
    case metatype(SwiftType)
    /// A type parameter, by its name.
    case parameter(String)
    /// `some View` or `any Shape`, as written.
    case opaque(String)

    /// A type that the sources do not declare.
    package static func library(_ name: String) -> SwiftType { .named(.library(name)) }

    package static let bool = SwiftType.library("Bool")
    package static let int = SwiftType.library("Int")
    package static let double = SwiftType.library("Double")
    package static let string = SwiftType.library("String")

    /// The type without the optional around it.
    package var unwrapped: SwiftType { if case .optional(let type) = self { type.unwrapped } else { self } }

    package var isOptional: Bool { if case .optional = self { true } else { false } }

    /// The named type, if it is one.
    package var key: TypeKey? { if case .named(let key, _) = self { key } else { nil } }

    /// The name of a library's type; nil for others.
    package var libraryName: String? {
        guard case .named(let key, _) = self, key.isOfLibrary else { return nil }
        return key.path
    }

    /// The type of the elements of a sequence.
    var element: SwiftType? {
        switch self {
        case .array(let element): return element
        case .dictionary(let key, let value): return .tuple([key, value])
        case .named(let key, let arguments)
        where ["Set", "ArraySlice", "Range", "ClosedRange"].contains(key.path):
            return arguments.first
        default: return libraryName == "String" ? .library("Character") : nil
        }
    }

    /// Whether it depends on what is only known where it is used.
    package var isOpen: Bool {
        switch self {
        case .parameter: true
        case .named(_, let arguments): arguments.contains(where: \.isOpen)
        case .optional(let type), .array(let type), .metatype(let type): type.isOpen
        case .dictionary(let key, let value): key.isOpen || value.isOpen
        case .tuple(let types): types.contains(where: \.isOpen)
        case .function(let result): result?.isOpen ?? true
        case .opaque: false
        }
    }
}
