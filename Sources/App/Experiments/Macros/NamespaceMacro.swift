/// Adds to each type of a namespace the macro that makes it a remote value.
///
/// | member | gets |
/// |---|---|
/// | enum with `String` | `@StringRemoteValue` |
/// | other enum | `@BoolRemoteValue` |
/// | struct with a nested enum | `@BaselineStringRemoteValue` |
/// | other struct | `@BaselineBoolRemoteValue` |
///
/// A member that has one of the macros already, or a struct that conforms to a protocol whose name ends in
/// `RemoteValue`, does not change.
@attached(memberAttribute)
public macro RemoteValuesNamespace() =
    #externalMacro(module: "ExperimentsMacrosPlugin", type: "RemoteValuesNamespaceMacro")
