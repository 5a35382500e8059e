import ExperimentsCore

/// The country and the language of a user, in the forms that the service takes.
struct ClientLocality: Sendable, Hashable {
    /// Two letters, for example `NO`; nil if it is not known.
    private(set) var country: String?
    /// A BCP 47 tag, for example `nb-NO`; nil if it is not known.
    private(set) var language: String?

    /// Reads a BCP 47 tag such as `nb-NO`, or a name with underscores such as `nb_NO`.
    ///
    /// A region that is not a country, such as `001` for the world, is left out.
    init(languageTag tag: String) {
        var parts = tag.split { $0 == "-" || $0 == "_" }.map(String.init)
        guard let language = parts.first, (2...3).contains(language.utf8.count),
            language.utf8.allSatisfy(\.isASCIILetter)
        else { return }
        // Language, perhaps a script of four letters, and then the region.
        let place = parts.count > 1 && parts[1].utf8.count == 4 ? 2 : 1
        if place < parts.count {
            if parts[place].utf8.count == 2, parts[place].utf8.allSatisfy(\.isASCIILetter) {
                parts[place] = parts[place].uppercased()
                country = parts[place]
            } else if parts[place].utf8.count == 3 {
                parts.remove(at: place)
            }
        }
        self.language = parts.joined(separator: "-")
    }

    /// Reads the locale for messages of a POSIX environment, `nb_NO.UTF-8` for example. `LC_ALL` takes precedence over
    /// `LC_MESSAGES`, and that over `LANG`. `C` and `POSIX` are no user's language.
    init(environment: [String: String]) {
        let name = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        self.init(languageTag: String((name ?? "").prefix { $0 != "." && $0 != "@" }))
    }
}
