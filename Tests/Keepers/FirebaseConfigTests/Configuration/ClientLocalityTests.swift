import TestSupport
import Testing

@testable import FirebaseConfig

@Suite("The country and the language of a user", .inTurn)
struct ClientLocalityTests {
    @Test(
        "a tag or a locale's name gives a country of two letters and a language",
        arguments: [
            ("nb-NO", "NO", "nb-NO"), ("nb_NO", "NO", "nb-NO"), ("en", nil, "en"),
            ("zh-Hans-CN", "CN", "zh-Hans-CN"),
            ("zh_Hans", nil, "zh-Hans"), ("fil-ph", "PH", "fil-PH"),
            // The world is not a country.
            ("en-001", nil, "en-001"), ("es_419", nil, "es-419"),
        ] as [(String, String?, String?)])
    func tags(tag: String, country: String?, language: String?) {
        let locality = ClientLocality(languageTag: tag)
        #expect(locality.country == country)
        #expect(locality.language == language)
    }

    @Test(
        "the language is the first that the user prefers, and the country that of the region",
        arguments: [
            (["en-US", "nb"], "NO", "NO", "en-US"), (["zh-Hans-CN"], "SG", "SG", "zh-Hans-CN"),
            (["nb"], nil, nil, "nb"), ([], "DE", "DE", nil), (["en-001"], "001", nil, "en-001"),
        ] as [([String], String?, String?, String?)])
    func preferences(languages: [String], region: String?, country: String?, language: String?) {
        let locality = ClientLocality(preferredLanguages: languages, region: region)
        #expect(locality.country == country)
        #expect(locality.language == language)
    }

    @Test(
        "LC_ALL takes precedence over LC_MESSAGES, and that over LANG",
        arguments: [
            (["LANG": "nb_NO.UTF-8"], "NO", "nb-NO"),
            (["LANG": "nb_NO", "LC_MESSAGES": "de_AT@euro"], "AT", "de-AT"),
            (["LANG": "nb_NO", "LC_MESSAGES": "de_AT", "LC_ALL": "en_GB.utf8"], "GB", "en-GB"),
            (["LANG": "nb_NO", "LC_ALL": ""], "NO", "nb-NO"), (["LANG": "C.UTF-8"], nil, nil),
            (["LANG": "nb_NO", "LC_ALL": "C"], nil, nil), (["LANG": "POSIX"], nil, nil), ([:], nil, nil),
        ] as [([String: String], String?, String?)])
    func environment(environment: [String: String], country: String?, language: String?) {
        let locality = ClientLocality(environment: environment)
        #expect(locality.country == country)
        #expect(locality.language == language)
    }
}
