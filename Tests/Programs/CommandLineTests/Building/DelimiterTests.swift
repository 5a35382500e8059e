import Foundation
import TestSupport
import Testing

/// What looks for a delimiter in a text looks for a scalar, because a delimiter before an accent or a skin tone, and a line
/// feed after a carriage return, are no `Character`s of their own.
@Suite("Delimiters in the sources", .fewAtATime, .houseRule)
struct DelimiterTests {
    /// Files and folders below `Sources` that may look for characters, and why.
    private static let exceptions = [
        "App/ExperimentsMacroExpansion/": "texts are tokens of Swift's own parser",
        "App/ExperimentsSyntaxReading/": "texts are tokens of Swift's own parser",
        "App/Experiments/Experiments.docc/": "code of the tutorials, without this package's own helpers",
        "Operator/ExperimentStatistics/": "texts are made there, from numbers",
        "Operator/ExperimentsSourceScanning/Declarations/": "texts are tokens of Swift's own parser",
        "Programs/CatalogExample/": "an example, without this package's own helpers",
        "Programs/EnumKeysExample/": "an example, without this package's own helpers",
        "Programs/ShopExample/": "an example, without this package's own helpers",
        "Terminal/ExperimentsTerminalUI/Input/KeyPress.swift":
            "a key is what one press types, with its accents",
        "Terminal/ExperimentsDashboard/Differences/DifferenceView.swift":
            "lines are broken where a blank is seen",
    ]

    @Test("no source looks for a character where a delimiter is a scalar")
    func delimiters() throws {
        let call =
            /\.(?:split\(separator: "|(?:first|last)Index\(of: "|(?:contains|hasPrefix|hasSuffix|replacing)\("(?:[^"\\]|\\.)"[,)])/
        let bytes = /utf8|unicodeScalars|[sS]calars|bytes|UInt8|words\.firstIndex/
        var found: [String] = []
        let root = Page.absolutePath("Sources")
        for case let path as String in try #require(FileManager.default.enumerator(atPath: root)) {
            guard path.hasSuffix(".swift"), !Self.exceptions.keys.contains(where: path.hasPrefix) else {
                continue
            }
            for (index, line) in try Page.file("Sources/\(path)").split(
                separator: "\n", omittingEmptySubsequences: false
            ).enumerated()
            where line.contains(call) && !line.contains(bytes)
                && !line.drop(while: { $0 == " " }).hasPrefix("//")
            {
                found.append("\(path):\(index + 1): \(line.drop { $0 == " " })")
            }
        }
        #expect(
            found == [],
            "use split(scalar:), cut(atFirst:), contains(scalar:), hasScalarPrefix(_:), replacing(scalar:with:)"
        )
    }

    @Test("every exception is a file or folder that is there")
    func exceptionsExist() {
        for path in Self.exceptions.keys {
            #expect(FileManager.default.fileExists(atPath: Page.absolutePath("Sources/\(path)")), "\(path)")
        }
    }
}
