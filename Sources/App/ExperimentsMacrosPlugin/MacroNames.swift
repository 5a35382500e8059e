import ExperimentsMacroExpansion

// The compiler looks for a macro in the plugin's own module, so each has a name here.
final class StringRemoteValueMacro: ExperimentsMacroExpansion.StringRemoteValueMacro {}
final class BoolRemoteValueMacro: ExperimentsMacroExpansion.BoolRemoteValueMacro {}
final class BaselineStringRemoteValueMacro: ExperimentsMacroExpansion.BaselineStringRemoteValueMacro {}
final class BaselineBoolRemoteValueMacro: ExperimentsMacroExpansion.BaselineBoolRemoteValueMacro {}
final class RemoteValuesNamespaceMacro: ExperimentsMacroExpansion.RemoteValuesNamespaceMacro {}
final class IntRemoteValueMacro: ExperimentsMacroExpansion.IntRemoteValueMacro {}
final class DoubleRemoteValueMacro: ExperimentsMacroExpansion.DoubleRemoteValueMacro {}
final class BaselineIntRemoteValueMacro: ExperimentsMacroExpansion.BaselineIntRemoteValueMacro {}
final class BaselineDoubleRemoteValueMacro: ExperimentsMacroExpansion.BaselineDoubleRemoteValueMacro {}
final class JSONRemoteValueMacro: ExperimentsMacroExpansion.JSONRemoteValueMacro {}
final class RemoteKeysMacro: ExperimentsMacroExpansion.RemoteKeysMacro {}
final class KeyDetailsMacro: ExperimentsMacroExpansion.KeyDetailsMacro {}
