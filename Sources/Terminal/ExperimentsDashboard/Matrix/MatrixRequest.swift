import ExperimentsCore
import ExperimentsOperator

/// What the columns of a matrix are.
public enum MatrixAxis: Sendable, Hashable {
    /// The personas of the project, at the source that is shown.
    case personas
    /// The sources of the project.
    case sources

    var other: MatrixAxis { self == .personas ? .sources : .personas }
    var word: String { self == .personas ? "personas" : "sources" }
}

/// What keys are to be found out for several personas, or at several sources.
public struct MatrixRequest: Sendable {
    /// Tells it from earlier ones.
    let number: Int
    /// What the columns are.
    public let axis: MatrixAxis
    /// The keys.
    let keys: [CatalogKey]
    /// The configured persona, as which the source is asked otherwise.
    let configured: SourcePersona
    /// The sources; for personas the one that is shown alone.
    let sources: [DashboardSource]
    /// Whether sources are asked that were asked before; else what they held then will do.
    let asksAnew: Bool
}

/// Why a matrix cannot be had.
public struct MatrixRefusal: Error, Sendable, Hashable {
    /// In words.
    public let reason: String

    /// A refusal.
    public init(_ reason: String) { self.reason = reason }
}

/// The answer to a request.
public typealias MatrixAnswer = Result<ValueMatrix, MatrixRefusal>
