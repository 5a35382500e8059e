#if Macros || MacrosAndPublishers
import ExperimentsCore

/// Makes keys of the plain declarations of an enum in an extension of ``Keys``.
///
/// Each static property becomes a key, with its value as the default. Ranges, listed texts and other details are said by
/// ``KeyDetails(_:title:group:summary:exposing:isAtLaunch:isJSON:)`` and its siblings.
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
/// The name of a key follows from that of its property. Its title is the first paragraph of the comment on it, and its
/// summary the rest; its group is the last `// MARK: - Group` above it. Private properties are no keys. A name that is
/// declared twice does not compile.
///
/// - Parameters:
///   - naming: how names of keys follow from those of properties: `itemsPerRow` becomes `items_per_row`, unless this
///     says otherwise.
///   - prefix: what names begin with, as a literal. A name that is written out has no prefix.
///   - group: the group of keys above which no `// MARK:` stands, as a literal.
@attached(peer, names: arbitrary)
@attached(member, names: named(allKeys))
public macro RemoteKeys(naming: KeyNaming = .snakeCase, prefix: String = "", group: String? = nil) =
    #externalMacro(module: "ExperimentsMacrosPlugin", type: "RemoteKeysMacro")

/// How the name of a key follows from that of the property that declares it.
public enum KeyNaming: Sendable {
    /// `itemsPerRow` becomes `items_per_row`.
    case snakeCase
    /// `itemsPerRow` becomes `items-per-row`.
    case kebabCase
    /// `itemsPerRow` stays as it is.
    case asWritten
}

/// Says of a key in a catalogue what its plain declaration cannot.
///
/// - Parameters:
///   - name: the name at the source, where it does not follow from that of the property.
///   - title: what a person calls it; by default, the first paragraph of the comment.
///   - group: the group under which it is listed; by default, the last `// MARK:` above it.
///   - summary: what it is for; by default, the rest of the comment.
///   - exposing: the experiment whose groups the values are.
///   - isAtLaunch: whether the value stays for a session as it is first read.
///   - isJSON: whether the values are `Codable` types, read as JSON documents.
@attached(peer)
public macro KeyDetails(
    _ name: String? = nil, title: String? = nil, group: String? = nil, summary: String? = nil,
    exposing: String? = nil, isAtLaunch: Bool = false, isJSON: Bool = false
) = #externalMacro(module: "ExperimentsMacrosPlugin", type: "KeyDetailsMacro")

/// Says of a key in a catalogue which numbers are valid, and what else its plain declaration cannot.
@attached(peer)
public macro KeyDetails(
    _ name: String? = nil, in range: ClosedRange<Int>, title: String? = nil, group: String? = nil,
    summary: String? = nil, exposing: String? = nil, isAtLaunch: Bool = false
) = #externalMacro(module: "ExperimentsMacrosPlugin", type: "KeyDetailsMacro")

/// Says of a key in a catalogue which decimal numbers are valid, and what else its plain declaration cannot.
@attached(peer)
public macro KeyDetails(
    _ name: String? = nil, in range: ClosedRange<Double>, title: String? = nil, group: String? = nil,
    summary: String? = nil, exposing: String? = nil, isAtLaunch: Bool = false
) = #externalMacro(module: "ExperimentsMacrosPlugin", type: "KeyDetailsMacro")

/// Says of a key in a catalogue which texts are valid, and what else its plain declaration cannot.
@attached(peer)
public macro KeyDetails(
    _ name: String? = nil, oneOf cases: [String], title: String? = nil, group: String? = nil,
    summary: String? = nil, exposing: String? = nil, isAtLaunch: Bool = false
) = #externalMacro(module: "ExperimentsMacrosPlugin", type: "KeyDetailsMacro")

/// Says of a key in a catalogue how its values are read, and what else its plain declaration cannot.
@attached(peer)
public macro KeyDetails<Value: Sendable>(
    _ name: String? = nil, reading: ValueReading<Value>, title: String? = nil, group: String? = nil,
    summary: String? = nil, exposing: String? = nil, isAtLaunch: Bool = false
) = #externalMacro(module: "ExperimentsMacrosPlugin", type: "KeyDetailsMacro")

/// Says of an optional key in a catalogue how its values are read, and what else its plain declaration cannot. Its
/// default is nil.
@attached(peer)
public macro KeyDetails<Value: Sendable>(
    _ name: String? = nil, optional reading: ValueReading<Value>, title: String? = nil, group: String? = nil,
    summary: String? = nil, exposing: String? = nil, isAtLaunch: Bool = false
) = #externalMacro(module: "ExperimentsMacrosPlugin", type: "KeyDetailsMacro")
#endif
