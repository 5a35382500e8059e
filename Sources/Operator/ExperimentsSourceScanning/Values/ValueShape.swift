import ExperimentsCore
import ExperimentsSyntaxReading

/// The input that a value type is created from, as far as its declaration shows.
enum ValueShape {
    case string
    case bool
    case baselineString
    case baselineBool
    case number(ValueKind, isBaselinable: Bool)
    case json

    static func of(_ type: TypeDeclaration, in index: TypeIndex) -> ValueShape? {
        if let macro = type.macro { return shape(of: macro.name) }
        // The order of precedence for a type that conforms to several protocols.
        return protocols.first { index.conforms(type, to: $0.names) }?.shape
    }

    private static func shape(of macro: MacroName) -> ValueShape {
        switch macro {
        case .string: .string
        case .bool: .bool
        case .baselineString: .baselineString
        case .baselineBool: .baselineBool
        case .int: .number(.int, isBaselinable: false)
        case .double: .number(.double, isBaselinable: false)
        case .baselineInt: .number(.int, isBaselinable: true)
        case .baselineDouble: .number(.double, isBaselinable: true)
        case .json: .json
        }
    }

    private static var protocols: [(names: Set<String>, shape: ValueShape)] {
        [
            (["BaselineBoolRemoteValue"], .baselineBool),
            (["BaselineIntRemoteValue"], .number(.int, isBaselinable: true)),
            (["BaselineDoubleRemoteValue"], .number(.double, isBaselinable: true)),
            (["BaselineStringRemoteValue"], .baselineString),
            (["StringRemoteValue", "StringInitializableRemoteValue"], .string),
            (["BoolRemoteValue", "BoolEnumRemoteValue", "BoolInitializableRemoteValue"], .bool),
            (["IntRemoteValue", "IntInitializableRemoteValue"], .number(.int, isBaselinable: false)),
            (
                ["DoubleRemoteValue", "DoubleInitializableRemoteValue"],
                .number(.double, isBaselinable: false)
            ),
            (["JSONRemoteValue", "JSONInitializableRemoteValue"], .json),
        ]
    }
}
