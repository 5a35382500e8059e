import Foundation
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros
import TestSupport
import Testing

@Suite("Recorded diagnostics", .inTurn, .enabled(if: Conformance.isPresent, "\(Conformance.absence)"))
struct DiagnosticConformanceTests {
    struct Recording: Decodable {
        struct Case: Decodable {
            let macro: String
            let on: String
            let message: String
            let severity: String
        }

        let cases: [Case]
    }

    @Test("every recorded misuse is diagnosed in the recorded words, once, where some are recorded twice")
    func recordedCases() throws {
        let recording = try JSONDecoder().decode(
            Recording.self, from: Conformance.data("experiments/macro_diagnostics.json"))
        #expect(!recording.cases.isEmpty)
        for example in recording.cases {
            let declaration = try #require(
                Self.declarations[example.on], "what '\(example.on)' looks like is not known")
            let found = diagnostics(of: "@\(example.macro)\n\(declaration)")
            #expect(found.map(\.message) == [example.message], "@\(example.macro) on \(example.on)")
            #expect(
                found.map { "\($0.diagMessage.severity)" } == [example.severity],
                "@\(example.macro) on \(example.on)")
        }
    }

    /// What the recording describes in words.
    private static let declarations = [
        "enum without String raw type": "enum Value { case a }",
        "enum: String": "enum Value: String { case a }",
        "enum": "enum Value {}",
        "enum with own default": "enum Value { static let `default`: Self = .enabled }",
        "class": "class Value {}",
        "struct without nested enum": "struct Value {}",
        "struct with nested enum": "struct Value { enum Variant: String { case a } }",
    ]

    private func diagnostics(of source: String) -> [Diagnostic] {
        let file = SourceFileSyntax("\(raw: source)")
        let context = BasicMacroExpansionContext(
            sourceFiles: [file: .init(moduleName: "App", fullFilePath: "App.swift")])
        _ = file.expand(macroSpecs: macroSpecs) { node in
            BasicMacroExpansionContext(sharingWith: context, lexicalContext: node.allMacroLexicalContexts())
        }
        return context.diagnostics
    }
}
