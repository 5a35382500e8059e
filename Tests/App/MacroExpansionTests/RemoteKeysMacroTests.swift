import SwiftSyntaxMacrosGenericTestSupport
import TestSupport
import Testing

@Suite("Catalogue macro", .inTurn)
struct RemoteKeysMacroTests {
    @Test("Each declaration becomes a key beside the catalog, with names, words and details")
    func expansion() {
        expect(
            """
            extension Keys {
                @RemoteKeys(prefix: "shop_", group: "Shop")
                public enum Shop {
                    /// Gift cards.
                    ///
                    /// Whether they are sold.
                    static let giftCards = false
                    // MARK: - Shelf
                    @KeyDetails("row_items", in: 1...6, title: "Items", isAtLaunch: true)
                    static let itemsPerRow = 3
                    @KeyDetails(isJSON: true) static let banner = Banner()
                    @KeyDetails(optional: .url, exposing: "campaigns") static let campaign: URL? = nil
                    @KeyDetails(reading: .letter) package static let letter: Character = "a"
                    private static let hidden = 4
                    let instance = 5
                }
            }
            """,
            expandsTo: """
                extension Keys {
                    public enum Shop {
                        /// Gift cards.
                        ///
                        /// Whether they are sold.
                        static let giftCards = false
                        // MARK: - Shelf
                        static let itemsPerRow = 3
                        static let banner = Banner()
                        static let campaign: URL? = nil
                        package static let letter: Character = "a"
                        private static let hidden = 4
                        let instance = 5

                        /// The keys of the catalog, in order.
                        public static let allKeys: [any RemoteKey] = [Keys.giftCards, Keys.itemsPerRow, Keys.banner, Keys.campaign, Keys.letter]
                    }

                    /// Gift cards.
                    ///
                    /// Whether they are sold.
                    public static let giftCards = Key("shop_gift_cards", default: Shop.giftCards).described(title: "Gift cards", group: "Shop", summary: "Whether they are sold.")

                    public static let itemsPerRow = Key("row_items", default: Shop.itemsPerRow, in: 1 ... 6).described(title: "Items", group: "Shelf").atLaunch

                    public static let banner = Key("shop_banner", json: Shop.banner).described(group: "Shelf")

                    public static let campaign = Key("shop_campaign", optional: .url).described(group: "Shelf").exposing("campaigns")

                    package static let letter = Key("shop_letter", .letter, default: Shop.letter).described(group: "Shelf")
                }
                """)
    }

    @Test(
        "Names follow from those of properties",
        arguments: [
            (".snakeCase", "open_url_twice", "top10_list"), (".kebabCase", "open-url-twice", "top10-list"),
            (".asWritten", "openURLTwice", "top10List"),
        ])
    func naming(rule: String, first: String, second: String) {
        expect(
            """
            extension Keys {
                @RemoteKeys(naming: \(rule)) enum Shop {
                    static let openURLTwice = true
                    static let top10List = true
                }
            }
            """,
            expandsTo: """
                extension Keys {
                    enum Shop {
                        static let openURLTwice = true
                        static let top10List = true

                        /// The keys of the catalog, in order.
                        static let allKeys: [any RemoteKey] = [Keys.openURLTwice, Keys.top10List]
                    }

                    static let openURLTwice = Key("\(first)", default: Shop.openURLTwice)

                    static let top10List = Key("\(second)", default: Shop.top10List)
                }
                """)
    }

    @Test("A private catalog makes keys that its file sees")
    func access() {
        expect(
            """
            extension Keys {
                @RemoteKeys private enum Shop {
                    static let columns = 3
                }
            }
            """,
            expandsTo: """
                extension Keys {
                    private enum Shop {
                        static let columns = 3

                        /// The keys of the catalog, in order.
                        fileprivate static let allKeys: [any RemoteKey] = [Keys.columns]
                    }

                    fileprivate static let columns = Key("columns", default: Shop.columns)
                }
                """)
    }
}
