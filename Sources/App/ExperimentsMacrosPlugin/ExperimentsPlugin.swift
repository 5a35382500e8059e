import ExperimentsMacros
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
    typealias Implementation = ExperimentsMacros.StringRemoteValueMacro
}

enum BoolRemoteValueMacro: ForwardingMemberMacro, ForwardingExtensionMacro {
    typealias Implementation = ExperimentsMacros.BoolRemoteValueMacro
}

enum BaselineStringRemoteValueMacro: ForwardingMemberMacro, ForwardingExtensionMacro, ForwardingMemberAttributeMacro {
    typealias Implementation = ExperimentsMacros.BaselineStringRemoteValueMacro
}

enum BaselineBoolRemoteValueMacro: ForwardingMemberMacro, ForwardingExtensionMacro {
    typealias Implementation = ExperimentsMacros.BaselineBoolRemoteValueMacro
}

enum RemoteValuesNamespaceMacro: ForwardingMemberAttributeMacro {
    typealias Implementation = ExperimentsMacros.RemoteValuesNamespaceMacro
}

enum IntRemoteValueMacro: ForwardingMemberMacro, ForwardingExtensionMacro {
    typealias Implementation = ExperimentsMacros.IntRemoteValueMacro
}

enum DoubleRemoteValueMacro: ForwardingMemberMacro, ForwardingExtensionMacro {
    typealias Implementation = ExperimentsMacros.DoubleRemoteValueMacro
}

enum BaselineIntRemoteValueMacro: ForwardingMemberMacro, ForwardingExtensionMacro {
    typealias Implementation = ExperimentsMacros.BaselineIntRemoteValueMacro
}

enum BaselineDoubleRemoteValueMacro: ForwardingMemberMacro, ForwardingExtensionMacro {
    typealias Implementation = ExperimentsMacros.BaselineDoubleRemoteValueMacro
}

enum JSONRemoteValueMacro: ForwardingExtensionMacro {
    typealias Implementation = ExperimentsMacros.JSONRemoteValueMacro
}

enum RemoteKeysMacro: ForwardingPeerMacro, ForwardingMemberMacro {
    typealias Implementation = ExperimentsMacros.RemoteKeysMacro
}

enum KeyDetailsMacro: ForwardingPeerMacro {
    typealias Implementation = ExperimentsMacros.KeyDetailsMacro
}
