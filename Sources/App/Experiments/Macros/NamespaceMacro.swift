/// Gives each type directly in a namespace the macro that it needs to be a remote value.
///
/// | member | gets |
/// |---|---|
/// | enum with `String` | `@StringRemoteValue` |
/// | other enum | `@BoolRemoteValue` |
/// | struct with a nested enum | `@BaselineStringRemoteValue` |
/// | other struct | `@BaselineBoolRemoteValue` |
///
/// A member that carries one of the macros already, or a struct that states a protocol whose name ends in
/// `RemoteValue`, is left as it is.
@attached(memberAttribute)
public macro RemoteValuesNamespace() =
    #externalMacro(module: "ExperimentsMacrosPlugin", type: "RemoteValuesNamespaceMacro")
