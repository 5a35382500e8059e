import ExperimentsCore
import ExperimentsSupport
import Foundation

/// The strings that elements of a device are compared with.
extension TemplateCheck {
    private static let systems = ["android", "ios", "web"]

    /// Warns about operating systems, countries and languages that no device has.
    mutating func checkValues(of test: ConditionTest, _ element: ConditionElement, _ path: DocumentPath) {
        switch (element, test) {
        case (.operatingSystem, .isSame(let system, _)) where !Self.systems.contains(system):
            warn(
                element, system, path, near: SpellingSuggestion.nearest(to: system, in: Self.systems),
                otherwise: "the operating systems are \(Self.systems.joined(separator: ", "))")
        case (.country, .isOneOf(let countries)):
            for country in countries where !RegionNames.countries.contains(country) {
                warn(
                    element, country, path, near: RegionNames.country(country),
                    otherwise: "write the two letters of the country, such as NO")
            }
        case (.language, .isOneOf(let languages)):
            for language in languages where !RegionNames.isLanguageTag(language) {
                warn(
                    element, language, path, near: RegionNames.language(language),
                    otherwise: "write the code of the language, such as nb or en-GB")
            }
        default: break
        }
    }

    private mutating func warn(
        _ element: ConditionElement, _ text: String, _ path: DocumentPath, near: String?, otherwise: String
    ) {
        add(
            .unknownValue, at: path,
            "compares \(element.name) with \(Quotation.of(text)), which no device has",
            advice: near.map { "did you mean \(Quotation.of($0))?" } ?? otherwise, severity: .warning)
    }
}

/// The codes of countries and languages, and their names in English.
private enum RegionNames {
    static let countries = Set(Locale.Region.isoRegions.map(\.identifier))
    private static let english = Locale(identifier: "en_US")
    private static let countriesByName = names(Array(countries), english.localizedString(forRegionCode:))
    private static let languagesByName = names(
        Locale.LanguageCode.isoLanguageCodes.map(\.identifier), english.localizedString(forLanguageCode:))

    private static func names(_ codes: [String], _ name: (String) -> String?) -> [String: String] {
        // If two codes have the same name, the shorter one is the usual one.
        Dictionary(
            codes.compactMap { code in name(code).map { ($0.lowercased(), code) } },
            uniquingKeysWith: { $0.utf8.count <= $1.utf8.count ? $0 : $1 })
    }

    /// Returns the code of a country for its name or for a code in lower case.
    static func country(_ text: String) -> String? {
        let code = text.uppercased() == "UK" ? "GB" : text.uppercased()
        return countries.contains(code) ? code : countriesByName[text.lowercased()]
    }

    /// Returns the code of a language for its name.
    static func language(_ text: String) -> String? { languagesByName[text.lowercased()] }

    /// Whether a string is two or three letters, perhaps with a script, a region or both behind them.
    static func isLanguageTag(_ text: String) -> Bool {
        let parts = text.utf8.split(omittingEmptySubsequences: false) { "-_".utf8.contains($0) }
        return (2...3).contains(parts[0].count) && parts[0].allSatisfy(\.isASCIILetter)
            && parts.dropFirst().allSatisfy {
                (2...8).contains($0.count) && $0.allSatisfy(\.isASCIILetterOrDigit)
            }
    }
}
