import SwiftSyntax
import SwiftSyntaxMacros

/// A macro of the plugin that hands its work to the one that is implemented, and tested, in the library.
protocol ForwardingMacro: Macro {
    associatedtype Implementation: Macro
}

extension ForwardingMacro {
    static var formatMode: FormatMode { Implementation.formatMode }
}

protocol ForwardingExtensionMacro: ForwardingMacro, ExtensionMacro where Implementation: ExtensionMacro {}

extension ForwardingExtensionMacro {
    static func expansion(
        of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
        providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
        try Implementation.expansion(
            of: node, attachedTo: declaration, providingExtensionsOf: type, conformingTo: protocols, in: context)
    }
}

protocol ForwardingMemberMacro: ForwardingMacro, MemberMacro where Implementation: MemberMacro {}

extension ForwardingMemberMacro {
    static func expansion(
        of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
        conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        try Implementation.expansion(
            of: node, providingMembersOf: declaration, conformingTo: protocols, in: context)
    }
}

protocol ForwardingMemberAttributeMacro: ForwardingMacro, MemberAttributeMacro
where Implementation: MemberAttributeMacro {}

extension ForwardingMemberAttributeMacro {
    static func expansion(
        of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
        providingAttributesFor member: some DeclSyntaxProtocol, in context: some MacroExpansionContext
    ) throws -> [AttributeSyntax] {
        try Implementation.expansion(
            of: node, attachedTo: declaration, providingAttributesFor: member, in: context)
    }
}

protocol ForwardingPeerMacro: ForwardingMacro, PeerMacro where Implementation: PeerMacro {}

extension ForwardingPeerMacro {
    static func expansion(
        of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        try Implementation.expansion(of: node, providingPeersOf: declaration, in: context)
    }
}
