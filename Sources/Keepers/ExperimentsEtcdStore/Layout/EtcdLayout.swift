import ExperimentsCore
import ExperimentsEtcdClient
import ExperimentsTransport

/// The layout of a project's data in a store.
///
/// All data of one environment of a project are below one root, `/experiments/v1/PROJECT/ENVIRONMENT/`. Names of keys
/// come last and are not encoded, so that they can contain any characters and `etcdctl` can be used manually.
/// Everything before them is percent-encoded.
///
/// To follow the overrides, watch the keys from `overrides` up to `overrides0`. That range contains the overrides and
/// the head, which each change to overrides touches.
package struct EtcdLayout: Sendable, Hashable {
    /// The version of the layout, which is part of each key. A later layout uses other keys, so that programs with
    /// either can share one store without harm.
    package static let version = 1

    /// The beginning of all keys: `/experiments/v1/shop/production/`.
    package let root: String

    /// The name of the project.
    package let project: String

    /// The name of the environment.
    package let environment: String

    /// Creates the layout of an environment of a project.
    package init(project: String, environment: String) {
        self.project = project
        self.environment = environment
        let place = "\(project.percentEncoded)/\(environment.percentEncoded)/"
        root = "/experiments/v\(Self.version)/\(place)"
        later = .prefix(EtcdKey("/experiments/v\(Self.version + 1)/\(place)"))
    }

    /// The keys of the next version of the layout. There are none, unless a newer program is in use.
    package let later: EtcdKeyRange

    /// Everything of the environment.
    package var everything: EtcdKeyRange { .prefix(EtcdKey(root)) }

    /// The values, one key each.
    package var values: EtcdKeyRange { .prefix(EtcdKey(root + "values/")) }

    /// The key of all values, if they are in one document.
    package var document: EtcdKey { EtcdKey(root + "values") }

    /// The marks of publications.
    package var publications: EtcdKeyRange { .prefix(EtcdKey(root + "publications/")) }

    /// The head and the overrides.
    package var overrides: EtcdKeyRange {
        .from(EtcdKey(root + "overrides"), upTo: EtcdKey(root + "overrides0"))
    }

    /// The steps of the journal, in their order.
    package var journal: EtcdKeyRange { .prefix(EtcdKey(root + "journal/")) }

    /// The steps of the journal, and the links of apps, which are adjacent so that they can be read and followed as one
    /// range.
    package var journalAndLinks: EtcdKeyRange { .from(journal.start, upTo: EtcdKey(root + "links0")) }

    /// The apps that servers know.
    package var apps: EtcdKeyRange { .prefix(EtcdKey(root + "apps/")) }

    /// Returns the range of the journal's steps with lower numbers than this one; nil if there can be none.
    package func journal(before number: Int) -> EtcdKeyRange? {
        guard number > 0 else { return nil }
        return .from(
            journal.start,
            upTo: EtcdKey(root + "journal/" + String(number).zeroPadded(to: EtcdPlace.stepDigits)))
    }

    /// The personas.
    package var personas: EtcdKeyRange { .prefix(EtcdKey(root + "personas/")) }

    /// The personas, the presence of people, and the profiles, which are adjacent so that they can be read and followed
    /// as one range.
    package var shared: EtcdKeyRange { .from(personas.start, upTo: EtcdKey(root + "profiles0")) }

    /// Returns the key for a place.
    package func key(of place: EtcdPlace) -> EtcdKey {
        EtcdKey(root + place.path)
    }

    /// Returns the place of a key; nil for a key of another program or of a later version.
    package func place(of key: EtcdKey) -> EtcdPlace? {
        guard let text = key.text, text.hasPrefix(root) else { return nil }
        guard let place = EtcdPlace(path: text.dropFirst(root.count)), self.key(of: place) == key else {
            return nil
        }
        return place
    }
}
