import Foundation

/// The key of a service account, with which a program speaks to Google's services in its own name: what the JSON file
/// holds that the Google Cloud console makes.
///
/// The private key is never part of a description, a dump or an error.
public struct ServiceAccountKey: Sendable, Hashable {
    /// The id of the project that the account belongs to, for example `my-shop-3f2a1`.
    public let projectID: String
    /// The id of the key; Google keeps several for an account.
    public let keyID: String
    /// The account's name, which looks like an e-mail address.
    public let clientEmail: String
    /// Where tokens are to be had.
    public let tokenURL: URL
    /// What errors call the key: usually its file.
    public let origin: String

    let privateKey: PrivateKeyText
}

extension ServiceAccountKey: CustomStringConvertible, CustomReflectable {
    /// `key 3f2a… of publisher@my-shop.iam.gserviceaccount.com`.
    public var description: String { "key \(keyID) of \(clientEmail)" }

    /// As `description`: a dump shows no secrets either.
    public var customMirror: Mirror {
        Mirror(self, children: ["projectID": projectID, "keyID": keyID, "clientEmail": clientEmail])
    }
}
