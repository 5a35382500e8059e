/// The words for a change that another person's change has forestalled. All services use the same.
package enum ConflictWords {
    /// Someone else has published in the meantime.
    package static let othersFirst = "someone else published first"

    /// The title above the changes that others have published in the meantime.
    package static let othersTitle = "Changes by others:"
}
