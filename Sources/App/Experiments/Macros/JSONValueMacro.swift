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
public macro JSONRemoteValue() = #externalMacro(module: "ExperimentsMacrosPlugin", type: "JSONRemoteValueMacro")
