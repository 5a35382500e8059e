import ExperimentsCore

/// Makes a key of each static property of an enum that is declared in an extension of `Keys`.
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
///   - naming: the rule that derives names of keys from names of properties. By default, `itemsPerRow` becomes
///     `items_per_row`.
///   - prefix: the text, as a literal, that names begin with. It is not added to a name set by `KeyDetails`.
///   - group: the group, as a literal, of keys without a `// MARK:` above them.
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
    /// `itemsPerRow` is not changed.
    case asWritten
}

/// Adds details to a key of a catalog that its declaration cannot express.
///
/// - Parameters:
///   - name: the name at the source; by default, it is derived from the name of the property.
///   - title: the name of the key in lists; by default, the first paragraph of the comment.
///   - group: the group that the key is listed in; by default, the last `// MARK:` above it.
///   - summary: the purpose of the key; by default, the rest of the comment.
///   - exposing: the experiment whose groups are the values.
///   - isAtLaunch: whether the key keeps the value from its first read for a whole session.
///   - isJSON: whether the values are `Codable` types that are read from JSON documents.
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

/// Not available: only numbers have ranges.
@available(
    *, unavailable,
    message: "only numbers have a range; for strings, list the valid ones: oneOf: [\"a\", \"b\"]"
)
@attached(peer)
public macro KeyDetails(_ name: String? = nil, in range: ClosedRange<String>) =
    #externalMacro(module: "ExperimentsMacrosPlugin", type: "KeyDetailsMacro")
