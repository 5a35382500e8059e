/// A list to be put in order and made searchable beside the loop.
public struct PreparationRequest: Sendable {
    let listing: KeyListing
    let content: KeyListing.Content
    let choice: KeyListing.Choice

    /// What it comes to.
    func prepared() -> PreparedListing {
        var listing = listing
        listing.prepare(content, choice)
        return PreparedListing(listing: listing, choice: choice)
    }
}

/// A list that is in order and searchable.
public struct PreparedListing: Sendable {
    let listing: KeyListing
    /// What it lists.
    let choice: KeyListing.Choice
}
