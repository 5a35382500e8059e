/// What a message calls the record it speaks of. Cheap to make: the words are only put together when there is something
/// to say.
enum RecordName {
    case project
    /// What is told of.
    case notifications
    /// One of several sources, or the only one, which may have no name.
    case source(String?)
    /// A key by its name, or by its number from 1.
    case key(String?, number: Int)

    /// Where a field is: nil at the top of the file.
    var place: String? {
        switch self {
        case .project: nil
        case .notifications: "notify"
        case .source(nil): "the source"
        case .source(let name?): "source '\(name)'"
        case .key(let name?, _): "key '\(name)'"
        case .key(nil, let number): "key \(number)"
        }
    }

    /// What a field is called: `'title' of key 'paywall_type'`.
    func possessive(_ field: String) -> String {
        "'\(field)'" + (place.map { " of \($0)" } ?? "")
    }
}
