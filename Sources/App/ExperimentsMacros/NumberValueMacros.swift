import ExperimentsCore

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
/// The valid texts are numbers, with or without the suffix `_baseline`. The default is a baseline.
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
/// The valid texts are numbers, with or without the suffix `_baseline`. The default is a baseline.
///
/// - Parameters:
///   - default: the number that the app uses if the source has none.
///   - range: the valid numbers; any other is incorrect. By default, all finite numbers.
@attached(member, names: named(baseline), named(number), named(init))
@attached(extension, conformances: BaselineDoubleRemoteValue, Equatable, names: named(`default`), named(range))
public macro BaselineDoubleRemoteValue(
    default: Double, in range: ClosedRange<Double> = -Double.infinity...Double.infinity
) = #externalMacro(module: "ExperimentsMacrosPlugin", type: "BaselineDoubleRemoteValueMacro")
