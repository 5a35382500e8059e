import ExperimentsProject

/// The reason why a place is not changed. The guide *Removing a flag* has a heading for each.
enum LeftReason: Hashable {
    // The value.
    case noLiteral, refusedValue, hiddenType
    // Reads that are not certain, or more than a read.
    case unknownReceiver(String), optionalReceiver(String), ownSubscript(String), untypedReader(String)
    case builtName(String), unknownMember(String), macro(String), passedOn, followed, state(String), maybeKey
    // The type or the meaning of what would remain.
    case otherBranch, closureArguments, closureResult, closureEffects, unwrapped, declaredName, assignsItself,
        emptyList,
        onlyElement
    // Code that remains although it never runs, or does nothing.
    case label, severalStatements, condition, exits, openCase, neverRuns, empty, unreachableCatch
    // Settings.
    case otherValue(String), unknownValue, override, onlySetting, stillRead
    // Names and declarations.
    case text(String), caseName(String), onlyCase, declaredTogether
    // Files.
    case unreadable, unparsable, notUnicode

    /// The reason as one sentence.
    var text: String {
        switch self {
        case .noLiteral: "the value cannot be written as an expression of its type"
        case .refusedValue: "the compiler refuses the value here"
        case .hiddenType: "another type has the name of the value's type here"
        case .unknownReceiver(let name): "the type of `\(name)` is not known, so this may read something else"
        case .optionalReceiver(let name): "`\(name)` may be nil here, which gives another value"
        case .ownSubscript(let name): "a subscript of `\(name)` takes the key here"
        case .untypedReader(let reader):
            "the type of `\(reader)` is not known; add it after the reader, as in \"\(reader):bool\""
        case .builtName(let key): "the name of the key is built here, and could be \"\(key)\""
        case .unknownMember(let name): "`\(name)` of the parameter is known only to the source"
        case .macro(let name): "`#\(name)` may do more with the key than read its value"
        case .passedOn: "the key itself is used here, not its value"
        case .followed: "changes of the key are followed here"
        case .state(let name): "`$\(name)` is the state of the key, which is more than its value"
        case .maybeKey: "this name may be the key"
        case .otherBranch: "the removed branch determines the type of the expression"
        case .closureArguments: "without this code, the closure would take fewer arguments"
        case .closureResult: "a `return` that would go determines the type of the closure"
        case .closureEffects: "only code that would go makes the closure throw or wait"
        case .unwrapped: "the value is unwrapped here, but may not be optional without the other branch"
        case .declaredName: "the branch that runs declares a name that is also declared outside it"
        case .assignsItself: "a variable would be assigned to itself"
        case .emptyList: "the list would be empty and have no type"
        case .onlyElement: "the other elements would give the list another type"
        case .label: "the statement has a label"
        case .severalStatements: "the branch that runs is more than an expression"
        case .condition:
            "the condition calls functions that must still run, so the branch that never runs stays"
        case .exits: "the case that runs exits the `switch` or falls through"
        case .openCase: "the case that runs is not known"
        case .neverRuns: "this code never runs"
        case .empty: "this is empty now"
        case .unreachableCatch: "nothing in this `do` throws any more"
        case .otherValue(let value): "a value other than \"\(value)\" is set here"
        case .unknownValue: "the value that is set here is not a literal"
        case .override: "an override of the key is set here"
        case .onlySetting: "only the key is set here"
        case .stillRead: "the key is set or listed here, and still read elsewhere"
        case .text: "the name of the key is in a text here"
        case .caseName(let name):
            "the case `\(name)` has the name of the key; if it is the key, add the function that reads it to "
                + "`code: {readers: …}` of the project file"
        case .onlyCase: "it is the only case, without which the enum has no raw type"
        case .declaredTogether: "the key is declared together with others"
        case .unreadable: "the file cannot be parsed from here on, so it is not changed"
        case .notUnicode: "the file is not UTF-8 text, so it is not changed"
        case .unparsable: "the file could not be parsed after the change, so it is not changed"
        }
    }
}
