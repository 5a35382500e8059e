import EtcdClient
import ExperimentsCore
import ExperimentsTransport

/// Where in a store a project keeps what.
///
/// Everything of an environment of a project is below one root, `/experiments/v1/PROJECT/ENVIRONMENT/`. Names of keys come
/// last and as they are, so that they may hold anything and `etcdctl` works by hand; what stands before them is
/// percent-encoded.
///
/// Who follows the overrides follows the keys from `overrides` up to `overrides0`: that range has both the head, which each
/// change of overrides touches, and the overrides.
package struct EtcdLayout: Sendable, Hashable {
    /// The version of the layout, which is part of each key. A later layout has other keys, so that programs of both can
    /// use one store without harm.
    package static let version = 1

    /// What all keys begin with: `/experiments/v1/shop/production/`.
    package let root: String

    /// Whose part it is.
    package let project: String

    /// What the part is for.
    package let environment: String

    /// Creates the layout of an environment of a project.
    package init(project: String, environment: String) {
        (self.project, self.environment) = (project, environment)
        let place = "\(project.percentEncoded)/\(environment.percentEncoded)/"
        root = "/experiments/v\(Self.version)/\(place)"
        later = .prefix(EtcdKey("/experiments/v\(Self.version + 1)/\(place)"))
    }

    /// What the next version of the layout keeps of the environment: nothing, unless a later program is in use.
    package let later: EtcdKeyRange

    /// Everything of the environment.
    package var everything: EtcdKeyRange { .prefix(EtcdKey(root)) }

    /// The values, one key each.
    package var values: EtcdKeyRange { .prefix(EtcdKey(root + "values/")) }

    /// The one key of all values, where they are a document.
    package var document: EtcdKey { EtcdKey(root + "values") }

    /// What publications of values left about themselves.
    package var publications: EtcdKeyRange { .prefix(EtcdKey(root + "publications/")) }

    /// The head and the overrides.
    package var overrides: EtcdKeyRange { .from(EtcdKey(root + "overrides"), upTo: EtcdKey(root + "overrides0")) }

    /// The steps of the journal, in their order.
    package var journal: EtcdKeyRange { .prefix(EtcdKey(root + "journal/")) }

    /// The steps of the journal, and the links of apps: they lie side by side, so that they are read and followed as one.
    package var journalAndLinks: EtcdKeyRange { .from(journal.start, upTo: EtcdKey(root + "links0")) }

    /// The apps that servers know.
    package var apps: EtcdKeyRange { .prefix(EtcdKey(root + "apps/")) }

    /// The steps of the journal with lower numbers than this one; nil where there can be none.
    package func journal(before number: Int) -> EtcdKeyRange? {
        guard number > 0 else { return nil }
        return .from(
            journal.start, upTo: EtcdKey(root + "journal/" + String(number).zeroPadded(to: EtcdPlace.stepDigits)))
    }

    /// The personas.
    package var personas: EtcdKeyRange { .prefix(EtcdKey(root + "personas/")) }

    /// The profiles.
    package var profiles: EtcdKeyRange { .prefix(EtcdKey(root + "profiles/")) }

    /// The personas, who is there, and the profiles: they lie side by side, so that they are read and followed as one.
    package var shared: EtcdKeyRange { .from(personas.start, upTo: EtcdKey(root + "profiles0")) }

    /// Who is there.
    package var presence: EtcdKeyRange { .prefix(EtcdKey(root + "presence/")) }

    /// The key of something.
    package func key(of place: EtcdPlace) -> EtcdKey {
        EtcdKey(root + place.path)
    }

    /// What a key is of; nil for a key of somebody else, or of a later version.
    package func place(of key: EtcdKey) -> EtcdPlace? {
        guard let text = key.text, text.hasPrefix(root) else { return nil }
        guard let place = EtcdPlace(path: text.dropFirst(root.count)), self.key(of: place) == key else { return nil }
        return place
    }
}
