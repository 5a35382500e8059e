/// Makes an enum without cases a remote value that is `enabled` or `disabled`.
///
/// - Parameter enabledByDefault: the default, as a literal. If the enum declares its own `default`, that is used.
///
/// ```swift
/// @BoolRemoteValue(enabledByDefault: true)
/// enum NewCheckoutEnabled {}
/// ```
@attached(
    member, names: named(enabled), named(disabled), named(init(booleanLiteral:)), named(isEnabled))
@attached(extension, conformances: BoolRemoteValue, CaseIterable, Equatable, names: named(`default`))
public macro BoolRemoteValue(enabledByDefault: Bool = false) =
    #externalMacro(module: "ExperimentsMacrosPlugin", type: "BoolRemoteValueMacro")

/// Makes an empty struct a remote value that is on or off and can be a baseline.
///
/// The valid texts are `true`, `false`, `true_baseline` and `false_baseline`. The default is a baseline.
///
/// - Parameter enabledByDefault: whether the default is on, as a literal.
///
/// ```swift
/// @BaselineBoolRemoteValue
/// struct NewCheckout {}
/// ```
@attached(
    member, names: named(baseline), named(isEnabled), named(init(name:)), named(init(baseline:isEnabled:)))
@attached(
    extension,
    conformances: BaselineBoolRemoteValue, BaselineStringRemoteValue, CaseIterable, Equatable, StringRemoteValue,
    names: named(allCases), named(name), named(`default`))
public macro BaselineBoolRemoteValue(enabledByDefault: Bool = false) =
    #externalMacro(module: "ExperimentsMacrosPlugin", type: "BaselineBoolRemoteValueMacro")
