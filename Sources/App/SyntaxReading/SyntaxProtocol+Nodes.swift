import SwiftSyntax

extension SyntaxProtocol {
    /// Visits the node and everything in it, in the order of the text.
    ///
    /// - Parameter visit: returns whether to go into the node.
    package func visitNodes(_ visit: (Syntax) -> Bool) {
        guard visit(Syntax(self)) else { return }
        for child in children(viewMode: .sourceAccurate) { child.visitNodes(visit) }
    }

    /// The nodes of a type in the node, in the order of the text.
    package func nodes<Node: SyntaxProtocol>(of type: Node.Type) -> [Node] {
        var found: [Node] = []
        visitNodes { node in
            if let node = node.as(type) { found.append(node) }
            return true
        }
        return found
    }
}
