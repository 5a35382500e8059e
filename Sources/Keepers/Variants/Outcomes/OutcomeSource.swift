/// What decides one or more conditions at once. Two sources have nothing to do with each other.
enum OutcomeSource: Hashable {
    /// The draw of one condition.
    case draw(condition: Int)
    /// A number's remainder.
    case remainder(key: String)
    /// A user's bucket for one salt.
    case bucket(key: String, salt: String)
    /// Who the user is.
    case identity(key: String)
    /// The predicate of one condition.
    case predicate(condition: Int)
}
