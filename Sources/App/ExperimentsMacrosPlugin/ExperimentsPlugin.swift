import MacroExpansion
import SwiftCompilerPlugin
import SwiftSyntaxMacros

/// The program that the compiler asks to expand the macros.
///
/// It is a target apart from the implementation of the macros. If tests depended on a plugin, the compiler would build
/// all tests and their dependencies a second time, for the host machine.
@main
struct ExperimentsPlugin: CompilerPlugin {
    let providingMacros: [any Macro.Type] = [
        StringRemoteValueMacro.self,
        BoolRemoteValueMacro.self,
        BaselineStringRemoteValueMacro.self,
        BaselineBoolRemoteValueMacro.self,
        RemoteValuesNamespaceMacro.self,
        IntRemoteValueMacro.self,
        DoubleRemoteValueMacro.self,
        BaselineIntRemoteValueMacro.self,
        BaselineDoubleRemoteValueMacro.self,
        JSONRemoteValueMacro.self,
        RemoteKeysMacro.self,
        KeyDetailsMacro.self,
    ]
}

// The compiler looks for a macro in the plugin's own module, so each has a name here.

enum StringRemoteValueMacro: ForwardingExtensionMacro {
    typealias Implementation = MacroExpansion.StringRemoteValueMacro
}

enum BoolRemoteValueMacro: ForwardingMemberMacro, ForwardingExtensionMacro {
    typealias Implementation = MacroExpansion.BoolRemoteValueMacro
}

enum BaselineStringRemoteValueMacro: ForwardingMemberMacro, ForwardingExtensionMacro, ForwardingMemberAttributeMacro {
    typealias Implementation = MacroExpansion.BaselineStringRemoteValueMacro
}

enum BaselineBoolRemoteValueMacro: ForwardingMemberMacro, ForwardingExtensionMacro {
    typealias Implementation = MacroExpansion.BaselineBoolRemoteValueMacro
}

enum RemoteValuesNamespaceMacro: ForwardingMemberAttributeMacro {
    typealias Implementation = MacroExpansion.RemoteValuesNamespaceMacro
}

enum IntRemoteValueMacro: ForwardingMemberMacro, ForwardingExtensionMacro {
    typealias Implementation = MacroExpansion.IntRemoteValueMacro
}

enum DoubleRemoteValueMacro: ForwardingMemberMacro, ForwardingExtensionMacro {
    typealias Implementation = MacroExpansion.DoubleRemoteValueMacro
}

enum BaselineIntRemoteValueMacro: ForwardingMemberMacro, ForwardingExtensionMacro {
    typealias Implementation = MacroExpansion.BaselineIntRemoteValueMacro
}

enum BaselineDoubleRemoteValueMacro: ForwardingMemberMacro, ForwardingExtensionMacro {
    typealias Implementation = MacroExpansion.BaselineDoubleRemoteValueMacro
}

enum JSONRemoteValueMacro: ForwardingExtensionMacro {
    typealias Implementation = MacroExpansion.JSONRemoteValueMacro
}

enum RemoteKeysMacro: ForwardingPeerMacro, ForwardingMemberMacro {
    typealias Implementation = MacroExpansion.RemoteKeysMacro
}

enum KeyDetailsMacro: ForwardingPeerMacro {
    typealias Implementation = MacroExpansion.KeyDetailsMacro
}
