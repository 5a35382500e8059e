/// The shape of the JSON that the program prints.
enum DocumentSchema {
    /// Stands in each document as `schema`. A member may be added within a version; one that goes or changes its
    /// meaning makes the next.
    static let version = "1"
}
