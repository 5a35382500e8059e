/// What is known about libraries: the members of protocols and types that code uses most.
enum StandardLibrary {
    private static let protocols: [String: Set<String>] = [
        "Sendable": [], "AnyObject": [], "Actor": ["unownedExecutor"], "Equatable": [], "Copyable": [],
        "Hashable": ["hash", "hashValue"], "Comparable": [], "Codable": ["encode"], "Encodable": ["encode"],
        "Decodable": [], "CodingKey": ["stringValue", "intValue", "description", "debugDescription"],
        "CaseIterable": ["allCases", "AllCases"], "RawRepresentable": ["rawValue", "RawValue"],
        "Identifiable": ["id", "ID"], "CustomStringConvertible": ["description"],
        "CustomDebugStringConvertible": ["debugDescription"], "Error": ["localizedDescription"],
        "LocalizedError": [
            "errorDescription", "failureReason", "recoverySuggestion", "helpAnchor", "localizedDescription",
        ],
        "ExpressibleByStringLiteral": ["StringLiteralType"],
        "ExpressibleByIntegerLiteral": ["IntegerLiteralType"],
        "ExpressibleByBooleanLiteral": ["BooleanLiteralType"],
        "ExpressibleByFloatLiteral": ["FloatLiteralType"],
        "Sequence": ["makeIterator", "Iterator", "Element", "underestimatedCount"],
        "IteratorProtocol": ["next", "Element"],
        // The raw type of an enum.
        "String": ["rawValue", "RawValue", "hashValue", "hash"],
        "Int": ["rawValue", "RawValue", "hashValue", "hash"],
        "UInt8": ["rawValue", "RawValue", "hashValue", "hash"],
        "Double": ["rawValue", "RawValue", "hashValue", "hash"],
        "Character": ["rawValue", "RawValue", "hashValue", "hash"],
        "View": ["body", "Body"], "ViewModifier": ["body", "Body"], "App": ["body", "Body"],
        "Scene": ["body", "Body"],
        "PreviewProvider": ["previews", "Previews"], "ObservableObject": ["objectWillChange"],
        "XCTestCase": [
            "name", "testRun", "testRunClass", "testCaseCount", "run", "perform", "invokeTest", "record",
            "setUp",
            "setUpWithError", "tearDown", "tearDownWithError", "continueAfterFailure",
            "executionTimeAllowance",
            "addTeardownBlock", "expectation", "wait", "measure", "fulfillment", "add", "defaultTestSuite",
        ],
        "RemoteKey": ["name", "valueType", "rawValue"],
        "TitledRemoteKey": ["name", "valueType", "rawValue", "title"],
    ]

    /// Returns the names of what a protocol of a library requires or gives its types; nil for an unknown one.
    static func requirements(of name: String) -> Set<String>? {
        protocols[String(name.split(separator: ".").last ?? "")]
    }

    /// Returns the names of the static members of a type of a library; nil for an unknown one.
    static func members(of name: String) -> Set<String>? {
        ["Keys": ["all", "name"]][name]
    }

    /// The functions that call their closure with each element.
    static let elementFunctions: Set<String> = [
        "forEach", "map", "compactMap", "flatMap", "filter", "first", "contains", "allSatisfy", "firstIndex",
        "last",
        "prefix", "drop", "removeAll", "count", "partition", "sorted", "min", "max",
    ]

    private static let stringMembers: [String: SwiftType] = [
        "count": .int, "isEmpty": .bool, "description": .string, "utf8": .library("String.UTF8View"),
        "first": .optional(.library("Character")), "last": .optional(.library("Character")),
    ]
    private static let stringFunctions: [String: SwiftType] = [
        "uppercased": .string, "lowercased": .string, "capitalized": .string, "hasPrefix": .bool,
        "hasSuffix": .bool,
        "contains": .bool, "dropFirst": .library("Substring"), "dropLast": .library("Substring"),
        "prefix": .library("Substring"), "suffix": .library("Substring"), "trimmingCharacters": .string,
        "replacingOccurrences": .string,
    ]
    private static let numberFunctions: Set<String> = ["advanced", "rounded", "magnitude", "squareRoot"]

    /// Returns the type of a property of a type of a library.
    static func property(_ name: String, of type: SwiftType) -> SwiftType? {
        switch type {
        case .optional(let wrapped): return name == "unsafelyUnwrapped" ? wrapped : nil
        case .array(let element):
            if ["first", "last"].contains(name) { return .optional(element) }
            return ["count": .int, "isEmpty": .bool, "indices": .named(.library("Range"), [.int])][name]
        case .dictionary(let key, let value):
            if name == "keys" { return .array(key) }
            if name == "values" { return .array(value) }
            return ["count": .int, "isEmpty": .bool][name]
        default: break
        }
        switch (type.libraryName, name) {
        case ("String", _): return stringMembers[name]
        case (let number?, "description") where ["Int", "Double", "Bool"].contains(number): return .string
        case ("Int", "magnitude"): return .library("UInt")
        case ("Double", "magnitude"): return .double
        case ("RemoteScope", "service"): return .optional(.library("RemoteConfigService"))
        default: return nil
        }
    }

    /// Returns the type of what a function of a type of a library returns.
    static func result(of name: String, of type: SwiftType) -> SwiftType? {
        switch (type, type.libraryName) {
        case (.array, _) where ["contains", "allSatisfy"].contains(name): return .bool
        case (.array(let element), _) where ["sorted", "filter", "shuffled"].contains(name):
            return .array(element)
        case (.array, _) where name == "joined": return .string
        case (_, "String"): return stringFunctions[name]
        case (_, let number?) where ["Int", "Double"].contains(number):
            if name == "isMultiple" { return .bool }
            return numberFunctions.contains(name) ? type : nil
        default: return nil
        }
    }

    /// The types of libraries whose initializers always return a value.
    static let sureInitializers: Set<String> = [
        "RemoteConfigService", "TestRemoteConfigService", "RemoteValues", "String", "Set", "Array", "Date",
        "UUID",
        "Data", "Text", "Color", "Image", "Substring", "Bool", "Float", "CGFloat", "Character",
    ]
}
