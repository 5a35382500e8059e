import SwiftSyntax

/// A parsed file, which knows where its nodes stand.
struct ScannedFile: Sendable {
    let path: String
    let converter: SourceLocationConverter

    func place(of node: some SyntaxProtocol) -> SourcePlace {
        let location = converter.location(for: node.positionAfterSkippingLeadingTrivia)
        return SourcePlace(path: path, line: location.line, column: location.column)
    }
}
