import MacroExpansion

// The compiler looks for a macro in the plugin's own module, so each has a name here.
final class StringRemoteValueMacro: MacroExpansion.StringRemoteValueMacro {}
final class BoolRemoteValueMacro: MacroExpansion.BoolRemoteValueMacro {}
final class BaselineStringRemoteValueMacro: MacroExpansion.BaselineStringRemoteValueMacro {}
final class BaselineBoolRemoteValueMacro: MacroExpansion.BaselineBoolRemoteValueMacro {}
final class RemoteValuesNamespaceMacro: MacroExpansion.RemoteValuesNamespaceMacro {}
final class IntRemoteValueMacro: MacroExpansion.IntRemoteValueMacro {}
final class DoubleRemoteValueMacro: MacroExpansion.DoubleRemoteValueMacro {}
final class BaselineIntRemoteValueMacro: MacroExpansion.BaselineIntRemoteValueMacro {}
final class BaselineDoubleRemoteValueMacro: MacroExpansion.BaselineDoubleRemoteValueMacro {}
final class JSONRemoteValueMacro: MacroExpansion.JSONRemoteValueMacro {}
final class RemoteKeysMacro: MacroExpansion.RemoteKeysMacro {}
final class KeyDetailsMacro: MacroExpansion.KeyDetailsMacro {}
