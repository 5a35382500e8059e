/// Makes a struct of `Codable` properties a remote value that a JSON document describes.
///
/// Where every stored property has an initial value, the default is made of these; otherwise the struct declares its
/// own `default`. A document that lacks a property, or has one of another type, is incorrect.
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
