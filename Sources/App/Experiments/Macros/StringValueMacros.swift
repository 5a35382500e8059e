/// Makes an enum of texts a remote value: adds `CaseIterable`, `Equatable` and `StringRemoteValue`, unless the enum
/// conforms to them already.
///
/// The default is the first case, unless the enum declares its own.
///
/// ```swift
/// @StringRemoteValue
/// enum PaywallType: String {
///     case a, b, c
///
///     static let `default`: Self = .b
/// }
/// ```
@attached(extension, conformances: CaseIterable, Equatable, StringRemoteValue)
public macro StringRemoteValue() = #externalMacro(module: "ExperimentsMacrosPlugin", type: "StringRemoteValueMacro")

/// Makes a struct with a nested enum `Variant` a remote value with several variants that can be baselines.
///
/// The text of a variant with the suffix `_baseline` is the same variant with `baseline` true: the app uses it, but the
/// user is in no group. The default is a baseline with the default of `Variant`. `Variant` needs only its cases. The
/// property `variant` has the access level of that enum.
///
/// ```swift
/// @BaselineStringRemoteValue
/// struct PaywallType {
///     enum Variant: String {
///         case a, b, c
///     }
/// }
/// ```
@attached(
    member, names: named(baseline), named(variant), named(init(name:)), named(init(baseline:variant:)))
@attached(memberAttribute)
@attached(
    extension, conformances: BaselineStringRemoteValue, CaseIterable, Equatable,
    names: named(allCases), named(name), named(`default`))
public macro BaselineStringRemoteValue() =
    #externalMacro(module: "ExperimentsMacrosPlugin", type: "BaselineStringRemoteValueMacro")
