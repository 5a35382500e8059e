import Experiments
import ExperimentsMacros
import ExperimentsTesting
import Foundation
import TestSupport
import Testing

extension Keys {
    @RemoteKeys(prefix: "cat_", group: "Counter")
    enum CatalogSample {
        /// Gift cards.
        ///
        /// Whether they are sold, and
        /// taken at the counter.
        static let catGiftCards = false

        // MARK: - Shelf

        @KeyDetails("row_items", in: 1...6, isAtLaunch: true)
        static let catColumns = 3

        @KeyDetails(in: 0...0.9, title: "Rebate")
        static let catDiscount: Double = 0

        @KeyDetails(oneOf: ["list", "grid"], group: "Layouts")
        static let catLayout = "list"

        /// The tone.
        @KeyDetails(exposing: "tone_test")
        static let catTone = Tone.formal

        @KeyDetails(isJSON: true)
        static let catNote = Note()

        @KeyDetails(optional: .url)
        static let catCampaign: URL? = nil

        static var catURLOfHTTPServer: String { "https://" + unseen }
        private static let unseen = "example.com"

        enum Tone: String, CaseIterable { case formal, casual }
        struct Note: Codable { var text = "hello" }
    }
}

@Suite("A catalog of plain declarations", .inTurn)
struct CatalogTests {
    @Test("makes a key of each declaration, in order, with names by its rule")
    func names() {
        #expect(
            Keys.CatalogSample.allKeys.map(\.name) == [
                "cat_cat_gift_cards", "row_items", "cat_cat_discount", "cat_cat_layout", "cat_cat_tone",
                "cat_cat_note",
                "cat_cat_campaign", "cat_cat_url_of_http_server",
            ])
    }

    @Test("gives keys the types of their defaults")
    func types() {
        let service = TestRemoteConfigService(
            RemoteValues {
                $0[.catColumns] = 6
                $0[.catTone] = .casual
            })
        let columns: Int = service[.catColumns]
        let tone: Keys.CatalogSample.Tone = service[.catTone]
        let campaign: URL? = service[.catCampaign]
        #expect(columns == 6)
        #expect(tone == .casual)
        #expect(campaign == nil)
        #expect(service[.catNote].text == "hello")
        #expect(service[.catURLOfHTTPServer] == "https://example.com")
    }

    @Test("takes words for people from comments, unless they are given")
    func words() {
        #expect(Keys.catGiftCards.title == "Gift cards")
        #expect(Keys.catGiftCards.summary == "Whether they are sold, and taken at the counter.")
        #expect(Keys.catGiftCards.group == "Counter")
        #expect(Keys.catDiscount.title == "Rebate")
        #expect(Keys.catDiscount.group == "Shelf")
        #expect(Keys.catLayout.group == "Layouts")
        #expect(Keys.catColumns.title == "row_items")
    }

    @Test("says what is valid")
    func schemas() {
        #expect(Keys.catColumns.schema.range == 1...6)
        #expect(Keys.catDiscount.schema.range == 0...0.9)
        #expect(Keys.catLayout.schema.cases == ["list", "grid"])
        #expect(Keys.catTone.schema.cases == ["formal", "casual"])
        #expect(Keys.catNote.schema.kind == .json)
    }
}
