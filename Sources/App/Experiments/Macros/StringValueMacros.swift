/// Makes an enum of texts a remote value: adds `CaseIterable`, `Equatable` and `StringRemoteValue`, as far as they are
/// not stated.
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

/// Makes a struct with a nested enum `Variant` a remote value that knows whether it is a baseline.
///
/// The text of a variant with `_baseline` behind it is the same variant with `baseline` true: the app uses it, but its
/// user is in no group. The default is a baseline with the variant's default. `Variant` needs nothing but its cases;
/// the property `variant` is as visible as that enum.
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
