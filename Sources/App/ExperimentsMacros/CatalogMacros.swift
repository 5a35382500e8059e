import ExperimentsCore

/// Makes a key of each static property of an enum that is declared in an extension of ``Keys``.
///
/// The value of the property is the default of the key. Add
/// ``KeyDetails(_:title:group:summary:exposing:isAtLaunch:isJSON:)``, or another macro of this name, for ranges, valid
/// strings and other details.
///
/// ```swift
/// extension Keys {
///     @RemoteKeys
///     enum Shop {
///         /// Gift cards
///         ///
///         /// Whether they are sold.
///         static let giftCards = false
///
///         @KeyDetails(in: 1...6)
///         static let itemsPerRow = 3
///     }
/// }
///
/// let columns = service[.itemsPerRow]  // an Int from 1 to 6
/// service.getValues(for: Keys.Shop.allKeys)
/// ```
///
/// The name of a key is derived from the name of its property. Its title is the first paragraph of the property's
/// comment, its summary is the rest, and its group is the last `// MARK: - Group` above it. Private properties do not
/// become keys. A name that is declared twice does not compile.
///
/// - Parameters:
///   - naming: how names of keys are derived from names of properties. By default, `itemsPerRow` becomes
///     `items_per_row`.
///   - prefix: the text, as a literal, with which names begin. A name that `KeyDetails` gives is used without it.
///   - group: the group, as a literal, of keys that have no `// MARK:` above them.
@attached(peer, names: arbitrary)
@attached(member, names: named(allKeys))
public macro RemoteKeys(naming: KeyNaming = .snakeCase, prefix: String = "", group: String? = nil) =
    #externalMacro(module: "ExperimentsMacrosPlugin", type: "RemoteKeysMacro")

/// The rule that derives the name of a key from the name of its property.
public enum KeyNaming: Sendable {
    /// `itemsPerRow` becomes `items_per_row`.
    case snakeCase
    /// `itemsPerRow` becomes `items-per-row`.
    case kebabCase
    /// `itemsPerRow` stays as it is.
    case asWritten
}

/// Adds details to a key of a catalog that its declaration cannot express.
///
/// - Parameters:
///   - name: the name at the source; by default, the one derived from the name of the property.
///   - title: the name that people see; by default, the first paragraph of the comment.
///   - group: the group under which it is listed; by default, the last `// MARK:` above it.
///   - summary: what it is for; by default, the rest of the comment.
///   - exposing: the experiment whose groups the values are.
///   - isAtLaunch: whether the key keeps, for a whole session, the value that it has when it is first read.
///   - isJSON: whether the values are `Codable` types, read as JSON documents.
@attached(peer)
public macro KeyDetails(
    _ name: String? = nil, title: String? = nil, group: String? = nil, summary: String? = nil,
    exposing: String? = nil, isAtLaunch: Bool = false, isJSON: Bool = false
) = #externalMacro(module: "ExperimentsMacrosPlugin", type: "KeyDetailsMacro")

/// Sets the valid whole numbers of a key of a catalog, and adds details that its declaration cannot express.
@attached(peer)
public macro KeyDetails(
    _ name: String? = nil, in range: ClosedRange<Int>, title: String? = nil, group: String? = nil,
    summary: String? = nil, exposing: String? = nil, isAtLaunch: Bool = false
) = #externalMacro(module: "ExperimentsMacrosPlugin", type: "KeyDetailsMacro")

/// Sets the valid decimal numbers of a key of a catalog, and adds details that its declaration cannot express.
@attached(peer)
public macro KeyDetails(
    _ name: String? = nil, in range: ClosedRange<Double>, title: String? = nil, group: String? = nil,
    summary: String? = nil, exposing: String? = nil, isAtLaunch: Bool = false
) = #externalMacro(module: "ExperimentsMacrosPlugin", type: "KeyDetailsMacro")

/// Sets the valid strings of a key of a catalog, and adds details that its declaration cannot express.
@attached(peer)
public macro KeyDetails(
    _ name: String? = nil, oneOf cases: [String], title: String? = nil, group: String? = nil,
    summary: String? = nil, exposing: String? = nil, isAtLaunch: Bool = false
) = #externalMacro(module: "ExperimentsMacrosPlugin", type: "KeyDetailsMacro")

/// Sets how the values of a key of a catalog are read, and adds details that its declaration cannot express.
@attached(peer)
public macro KeyDetails<Value: Sendable>(
    _ name: String? = nil, reading: ValueReading<Value>, title: String? = nil, group: String? = nil,
    summary: String? = nil, exposing: String? = nil, isAtLaunch: Bool = false
) = #externalMacro(module: "ExperimentsMacrosPlugin", type: "KeyDetailsMacro")

/// Sets how the values of an optional key of a catalog are read, and adds details that its declaration cannot
/// express. The default is nil.
@attached(peer)
public macro KeyDetails<Value: Sendable>(
    _ name: String? = nil, optional reading: ValueReading<Value>, title: String? = nil, group: String? = nil,
    summary: String? = nil, exposing: String? = nil, isAtLaunch: Bool = false
) = #externalMacro(module: "ExperimentsMacrosPlugin", type: "KeyDetailsMacro")
