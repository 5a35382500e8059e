import ExperimentsSyntaxReading

// Mistakes in a catalog of keys.
extension MacroProblem {
    private static let macro = "@" + CatalogDeclaration.attribute
    private static let details = "@" + CatalogEntry.attribute

    private static func catalog(_ message: String) -> MacroProblem { MacroProblem(message, id: "catalog") }

    static var catalogNotAnEnum: MacroProblem { catalog("\(macro) should be applied to enum") }

    static var notInKeys: MacroProblem {
        catalog(
            "\(macro) should be in an extension of Keys, so that its keys can be named with a dot: "
                + "extension Keys { \(macro) enum … }")
    }

    static func isACase(_ name: String) -> MacroProblem {
        catalog(
            "A catalog has static properties, so the case '\(name)' is not a key; "
                + "declare it with its default: static let \(name) = …")
    }

    static var conditional: MacroProblem {
        catalog("\(macro) can't see which branch is compiled; put #if around a separate catalog")
    }

    static func notAStringLiteral(_ what: String) -> MacroProblem {
        catalog("The \(what) should be written as a string literal, so that it is known while compiling")
    }

    static var noName: MacroProblem { catalog("The name of a key can't be empty") }

    static func sameName(_ name: String, _ property: String) -> MacroProblem {
        catalog(
            "Key '\(name)' is declared twice: '\(property)' has that name, too; give one of them another with "
                + "\(details)(\"…\")")
    }

    static var optionalDefault: MacroProblem { catalog("The default of an optional key is nil") }

    static func defaultNotListed(_ text: String) -> MacroProblem {
        catalog("The default '\(text)' is not one of the listed texts")
    }

    static var detailsElsewhere: MacroProblem {
        catalog(
            "\(details) should be applied to a static property of an enum with \(macro); a key of its own "
                + "takes its range, cases and texts as arguments of Key(…) and described(…)")
    }

    static var list: MacroProblem {
        catalog("A list or dictionary is read as JSON: add \(details)(isJSON: true)")
    }

    static var keyWithoutDefault: MacroProblem {
        catalog(
            "A key without a default says how it is read: add \(details)(optional: .string()), or .int(), .bool …"
        )
    }

    static func otherNumber(_ type: String) -> MacroProblem {
        catalog("Keys of decimal numbers have the type Double, not \(type)")
    }
}
