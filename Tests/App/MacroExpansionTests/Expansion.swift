import SwiftSyntaxBuilder
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacrosGenericTestSupport
import Testing

@testable import ExperimentsMacroExpansion

/// The macros, with the conformances that their declarations name.
let macroSpecs: [String: MacroSpec] = [
    "StringRemoteValue": MacroSpec(
        type: StringRemoteValueMacro.self, conformances: ["CaseIterable", "Equatable", "StringRemoteValue"]),
    "BoolRemoteValue": MacroSpec(
        type: BoolRemoteValueMacro.self, conformances: ["BoolRemoteValue", "CaseIterable", "Equatable"]),
    "BaselineStringRemoteValue": MacroSpec(
        type: BaselineStringRemoteValueMacro.self,
        conformances: ["BaselineStringRemoteValue", "CaseIterable", "Equatable"]),
    "BaselineBoolRemoteValue": MacroSpec(
        type: BaselineBoolRemoteValueMacro.self,
        conformances: [
            "BaselineBoolRemoteValue", "BaselineStringRemoteValue", "CaseIterable", "Equatable",
            "StringRemoteValue",
        ]),
    "RemoteValuesNamespace": MacroSpec(type: RemoteValuesNamespaceMacro.self),
    "IntRemoteValue": MacroSpec(
        type: IntRemoteValueMacro.self, conformances: ["Equatable", "IntRemoteValue"]),
    "DoubleRemoteValue": MacroSpec(
        type: DoubleRemoteValueMacro.self, conformances: ["DoubleRemoteValue", "Equatable"]),
    "BaselineIntRemoteValue": MacroSpec(
        type: BaselineIntRemoteValueMacro.self, conformances: ["BaselineIntRemoteValue", "Equatable"]),
    "BaselineDoubleRemoteValue": MacroSpec(
        type: BaselineDoubleRemoteValueMacro.self, conformances: ["BaselineDoubleRemoteValue", "Equatable"]),
    "JSONRemoteValue": MacroSpec(
        type: JSONRemoteValueMacro.self,
        conformances: ["Decodable", "Encodable", "Equatable", "JSONRemoteValue"]),
    "RemoteKeys": MacroSpec(type: RemoteKeysMacro.self),
    "KeyDetails": MacroSpec(type: KeyDetailsMacro.self),
]

/// Expects `source` to expand to `expanded`, with these diagnostics and no other; with `fixed`, also that the fix-its
/// turn the source into that.
///
/// - Parameter only: the macros to expand; all of them if nil.
func expect(
    _ source: String, expandsTo expanded: String, diagnostics: [DiagnosticSpec] = [], fixed: String? = nil,
    only: Set<String>? = nil, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column
) {
    assertMacroExpansion(
        source, expandedSource: expanded, diagnostics: diagnostics,
        macroSpecs: only.map { names in macroSpecs.filter { names.contains($0.key) } } ?? macroSpecs,
        fixedSource: fixed,
        failureHandler: { failure in
            Issue.record(
                Comment(rawValue: failure.message),
                sourceLocation: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
            )
        })
}

/// Expects `source`, in which a macro cannot be used so, to stay as it is but for the attributes, and one diagnostic.
///
/// - Parameter equatable: the enum that gets the conformance which Swift leaves to the macro.
func expectRefusal(
    of source: String, _ message: String, at line: Int, _ column: Int, fixIt: String? = nil,
    fixed: String? = nil,
    equatable: String? = nil,
    fileID: String = #fileID, filePath: String = #filePath, sourceLine: Int = #line,
    sourceColumn: Int = #column
) {
    let bare = source.split(separator: "\n", omittingEmptySubsequences: false)
        .filter { !$0.drop { $0 == " " }.hasPrefix("@") }.joined(separator: "\n")
    let conformance = equatable.map { "\n\nnonisolated extension \($0): Equatable {\n}" } ?? ""
    expect(
        source, expandsTo: bare + conformance,
        diagnostics: [
            DiagnosticSpec(
                message: message, line: line, column: column,
                fixIts: fixIt.map { [FixItSpec(message: $0)] } ?? [])
        ],
        fixed: fixed, fileID: fileID, filePath: filePath, line: sourceLine, column: sourceColumn)
}
