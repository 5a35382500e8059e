import SwiftSyntax
import SyntaxReading

/// Which macro makes a type a remote value.
enum ValueMacro {
    /// The macro written at the type, or the one that a `@RemoteValuesNamespace` around it gives.
    static func of(
        _ node: any DeclGroupSyntax, isInNamespace: Bool
    ) -> (name: MacroName, attribute: AttributeSyntax?)? {
        for element in node.attributes {
            if let attribute = element.as(AttributeSyntax.self),
                let name = MacroName(rawValue: attribute.attributeName.lastName)
            {
                return (name, attribute)
            }
        }
        guard isInNamespace, let name = MacroName.given(byNamespaceTo: node) else { return nil }
        return (name, nil)
    }
}
