import Experiments
import ExperimentsMacros
import ExperimentsTesting
import Foundation
import Observation
import Testing

#if canImport(SwiftUI)
import SwiftUI
#endif

// The snippets of the articles on typed keys and on moving to them, as they stand there; a test sees to it that none is absent.

enum CheckoutStyle: String, CaseIterable {
    case plain, guided
}

struct Welcome: Codable {
    var title = "Hello"
    var isClosable = true
}

extension Keys {
    static let freeShipping = Key("free_shipping", default: false)
    static let shelfColumns = Key("shelf_columns", default: 3, in: 1...6)
    static let checkoutStyle = Key("checkout_style", default: CheckoutStyle.plain)
        .described(title: "Checkout")
    static let welcome = Key("welcome", json: Welcome())
    static let campaign = Key("campaign", optional: .url)

    static let app: [any RemoteKey] = [freeShipping, shelfColumns, checkoutStyle, welcome, campaign]
}

func showShelf(_ service: RemoteConfigService) async throws {
    try await service.fetch()
    service.getValues(for: Keys.app)  // reports missing keys and incorrect values
    let columns = service[.shelfColumns]  // an Int from 1 to 6
    print("\(columns) columns, checkout \(service[.checkoutStyle])")
    for await isFree in service.values(of: .freeShipping) {
        print("shipping is \(isFree ? "free" : "not free")")  // now, and whenever it changes
    }
}

struct Shelf {
    @Remote(.shelfColumns) var columns
    @Remote(.freeShipping) var isShippingFree
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
@Observable
final class CheckoutModel {
    @ObservationIgnored @Remote(.checkoutStyle) var style

    var isGuided: Bool { style == .guided }

    func tryGuided() throws {
        try $style.override(with: .guided, author: "ann")
    }
}

func tryColumns(_ service: RemoteConfigService) throws {
    try service.override(.shelfColumns, with: 6, author: "ann")
    try service.override(.shelfColumns, with: nil)
}

func launch(_ service: RemoteConfigService) {
    RemoteScope.use(service)
}

func preview(_ service: RemoteConfigService) -> Int {
    RemoteScope.with(service) { Shelf().columns }
}

extension Keys {
    static let paywallLayout = Key("paywall_layout", default: "list", oneOf: ["list", "grid"]).atLaunch
}

func comeToForeground(_ service: RemoteConfigService) {
    if let next = service.pendingValue(of: .paywallLayout) { print("the next session has \(next)") }
    service.beginSession()
}

struct Analytics: ExperimentsObserver {
    func didMiss(_ key: any RemoteKey) throws {
        print("missing: \(key.name)")
    }

    func didExpose(_ exposure: Exposure) throws {
        print("exposed: \(exposure.experimentalGroupKey), \(exposure.experimentalGroupValue)")
    }
}

func observe(_ service: RemoteConfigService) -> [ObservationHandle] {
    [
        service.observe(with: Analytics()),
        service.observe(with: EventFileObserver(path: ".experiments/events.jsonl", installation: "phone-1")),
        service.observe(.incorrect, .misdeclared) { event in print(event) },
    ]
}

@Suite("The shelf")
struct ShelfTests {
    @Test("shows as many columns as the key says", .remoteValues([.shelfColumns: 4]))
    func columns() {
        #expect(Shelf().columns == 4)
    }

    @Test("is drawn for every checkout", arguments: allVariants(of: .checkoutStyle))
    func checkouts(style: CheckoutStyle) {
        withRemoteValues([.checkoutStyle: style]) { service in
            #expect(service[.checkoutStyle].rawValue == style.rawValue)
        }
    }

    @Test("has values of several types", .remoteValues((.shelfColumns, 2), (.freeShipping, true)))
    func several() {
        #expect(Shelf().columns == 2 && Shelf().isShippingFree)
    }

    @Test("reads only its own keys")
    func keys() {
        var values = RemoteValues { $0[.shelfColumns] = 2 }
        values.allowOnly([Keys.freeShipping])  // and those with values
        withRemoteValues(values) { service in
            #expect(Shelf().columns == 2)
            #expect(!Shelf().isShippingFree)
            #expect(service.exposures.isEmpty)
        }
    }
}

extension Keys {
    static let searchResults = Key("search_results", default: 20, in: 1...100)
}

func search(_ keeper: any RemoteConfigKeeper) async throws -> Int {
    let service = RemoteConfigService(remoteConfigKeeper: keeper)
    try await service.fetch()
    return service[.searchResults]
}

extension Keys {
    @RemoteKeys(group: "Library")
    enum Library {
        /// Loans
        ///
        /// How many books a reader may have at a time.
        @KeyDetails(in: 1...50)
        static let loanLimit = 10

        /// Reminders
        static let remindsByPost = false

        // MARK: - Catalog

        @KeyDetails("cover_style", oneOf: ["drawn", "photo"], isAtLaunch: true)
        static let coverStyle = "drawn"
    }
}

func lend(_ service: RemoteConfigService) -> Bool {
    service.getValues(for: Keys.Library.allKeys)
    return service[.loanLimit] > 0
}

#if canImport(SwiftUI)
struct ShelfView: View {
    @Remote(.shelfColumns) var columns

    var body: some View {
        Text("\(columns) columns")
    }
}

struct ShopView: View {
    let service: RemoteConfigService

    var body: some View {
        ShelfView().remoteConfig(service)
    }
}

struct ShelfPreview: View {
    var body: some View {
        ShelfView().remoteValues([.shelfColumns: 6])
    }
}
#endif
