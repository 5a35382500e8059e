import ExperimentsCore

/// Makes an enum of strings a remote value: adds `CaseIterable`, `Equatable` and `StringRemoteValue`, unless the enum
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
public macro StringRemoteValue() =
    #externalMacro(module: "ExperimentsMacrosPlugin", type: "StringRemoteValueMacro")

/// Makes a struct with a nested enum `Variant` a remote value with several variants that can be baselines.
///
/// The text of a variant with the suffix `_baseline` means the same variant with `baseline` true: the app uses it, but
/// the user is in no group. The default is a baseline with the default of `Variant`. `Variant` needs only its cases.
/// The property `variant` has the access level of that enum.
///
/// ```swift
/// @BaselineStringRemoteValue
/// struct PaywallType {
///     enum Variant: String {
///         case a, b, c
///     }
/// }
/// ```
@attached(member, names: named(baseline), named(variant), named(init(name:)), named(init(baseline:variant:)))
@attached(memberAttribute)
@attached(
    extension, conformances: BaselineStringRemoteValue, CaseIterable, Equatable,
    names: named(allCases), named(name), named(`default`))
public macro BaselineStringRemoteValue() =
    #externalMacro(module: "ExperimentsMacrosPlugin", type: "BaselineStringRemoteValueMacro")

/// Makes an enum without cases a remote value that is `enabled` or `disabled`.
///
/// - Parameter enabledByDefault: the default, as a literal. If the enum declares its own `default`, that is used.
///
/// ```swift
/// @BoolRemoteValue(enabledByDefault: true)
/// enum NewCheckoutEnabled {}
/// ```
@attached(member, names: named(enabled), named(disabled), named(init(booleanLiteral:)), named(isEnabled))
@attached(extension, conformances: BoolRemoteValue, CaseIterable, Equatable, names: named(`default`))
public macro BoolRemoteValue(enabledByDefault: Bool = false) =
    #externalMacro(module: "ExperimentsMacrosPlugin", type: "BoolRemoteValueMacro")

/// Makes an empty struct a remote value that is on or off and can be a baseline.
///
/// The valid strings are `true`, `false`, `true_baseline` and `false_baseline`. The default is a baseline.
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
    conformances: BaselineBoolRemoteValue, BaselineStringRemoteValue, CaseIterable, Equatable,
    StringRemoteValue,
    names: named(allCases), named(name), named(`default`))
public macro BaselineBoolRemoteValue(enabledByDefault: Bool = false) =
    #externalMacro(module: "ExperimentsMacrosPlugin", type: "BaselineBoolRemoteValueMacro")

/// Makes a struct of `Codable` properties a remote value that is decoded from a JSON document.
///
/// If every stored property has an initial value, the default is made from these values. Otherwise the struct must
/// declare its own `default`. A document is incorrect if it lacks a property, or has one of another type.
///
/// ```swift
/// @JSONRemoteValue
/// struct Banner {
///     var title = "Welcome"
///     var discount = 0
/// }
/// ```
@attached(extension, conformances: Decodable, Encodable, Equatable, JSONRemoteValue, names: named(`default`))
public macro JSONRemoteValue() =
    #externalMacro(module: "ExperimentsMacrosPlugin", type: "JSONRemoteValueMacro")

/// Adds, to each type in a namespace, the macro that makes it a remote value.
///
/// | member | gets |
/// |---|---|
/// | enum with `String` | `@StringRemoteValue` |
/// | other enum | `@BoolRemoteValue` |
/// | struct with a nested enum | `@BaselineStringRemoteValue` |
/// | other struct | `@BaselineBoolRemoteValue` |
///
/// A member that already has one of the macros, or a struct that conforms to a protocol whose name ends in
/// `RemoteValue`, is not changed.
@attached(memberAttribute)
public macro RemoteValuesNamespace() =
    #externalMacro(module: "ExperimentsMacrosPlugin", type: "RemoteValuesNamespaceMacro")

/// Makes an empty struct a remote value that is a whole number, in its property `integer`.
///
/// - Parameters:
///   - default: the number that the app uses if the source has none.
///   - range: the valid numbers; any other is incorrect. By default, all.
///
/// ```swift
/// @IntRemoteValue(default: 3, in: 1...10)
/// struct ItemsPerRow {}
/// ```
@attached(member, names: named(integer), named(init))
@attached(extension, conformances: Equatable, IntRemoteValue, names: named(`default`), named(range))
public macro IntRemoteValue(default: Int, in range: ClosedRange<Int> = Int.min...Int.max) =
    #externalMacro(module: "ExperimentsMacrosPlugin", type: "IntRemoteValueMacro")

/// Makes an empty struct a remote value that is a decimal number, in its property `number`.
///
/// - Parameters:
///   - default: the number that the app uses if the source has none.
///   - range: the valid numbers; any other is incorrect. By default, all finite numbers.
///
/// ```swift
/// @DoubleRemoteValue(default: 0.2, in: 0...1)
/// struct Discount {}
/// ```
@attached(member, names: named(number), named(init))
@attached(extension, conformances: DoubleRemoteValue, Equatable, names: named(`default`), named(range))
public macro DoubleRemoteValue(
    default: Double, in range: ClosedRange<Double> = -Double.infinity...Double.infinity
) = #externalMacro(module: "ExperimentsMacrosPlugin", type: "DoubleRemoteValueMacro")

/// Makes an empty struct a remote value that is a whole number and can be a baseline.
///
/// The valid strings are numbers, with or without the suffix `_baseline`. The default is a baseline.
///
/// - Parameters:
///   - default: the number that the app uses if the source has none.
///   - range: the valid numbers; any other is incorrect. By default, all.
@attached(member, names: named(baseline), named(integer), named(init))
@attached(extension, conformances: BaselineIntRemoteValue, Equatable, names: named(`default`), named(range))
public macro BaselineIntRemoteValue(default: Int, in range: ClosedRange<Int> = Int.min...Int.max) =
    #externalMacro(module: "ExperimentsMacrosPlugin", type: "BaselineIntRemoteValueMacro")

/// Makes an empty struct a remote value that is a decimal number and can be a baseline.
///
/// The valid strings are numbers, with or without the suffix `_baseline`. The default is a baseline.
///
/// - Parameters:
///   - default: the number that the app uses if the source has none.
///   - range: the valid numbers; any other is incorrect. By default, all finite numbers.
@attached(member, names: named(baseline), named(number), named(init))
@attached(
    extension, conformances: BaselineDoubleRemoteValue, Equatable, names: named(`default`), named(range))
public macro BaselineDoubleRemoteValue(
    default: Double, in range: ClosedRange<Double> = -Double.infinity...Double.infinity
) = #externalMacro(module: "ExperimentsMacrosPlugin", type: "BaselineDoubleRemoteValueMacro")
