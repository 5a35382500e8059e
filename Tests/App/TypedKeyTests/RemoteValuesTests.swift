import Experiments
import ExperimentsTesting
import TestSupport
import Testing

@Suite("Values of keys in tests of an app", .inTurn)
struct RemoteValuesTests {
    private struct Shelf {
        @Remote(.columns) var columns
        @Remote(.paywall) var paywall
        @Remote(.promotion) var promotion
    }

    @Test("A test has the values that it sets, and defaults for the rest")
    func values() async {
        withRemoteValues([.paywall: .b]) { service in
            #expect(Shelf().paywall == .b)
            #expect(Shelf().columns == 3)
            #expect(service[.paywall] == .b)
        }
        let values = RemoteValues { values in
            values[.columns] = 5
            values[.promotion] = Promotion(title: "x")
        }
        await withRemoteValues(values) { service in
            #expect(await Task { Shelf().columns }.value == 5)
            #expect(Shelf().promotion.title == "x")
            service.change { $0[.columns] = 6 }
            #expect(Shelf().columns == 6)
            #expect(Shelf().promotion.title == "x")
        }
    }

    @Test("A value that its key does not accept fails the test, which would see the default")
    func unacceptableValue() {
        withKnownIssue {
            withRemoteValues([.columns: 99]) { _ in #expect(Shelf().columns == 3) }
        } matching: { issue in
            "\(issue)".contains("key \"columns\" does not accept the value of this test: outside its range")
        }
    }

    @Test("A text that its key does not accept can be set as such")
    func incorrectText() {
        withRemoteValues(RemoteValues { $0.setText("99", of: .columns) }) { service in
            #expect(service.row(of: .columns).status == .incorrect)
        }
    }

    @Test("Tests at the same time do not see each other's values", arguments: 1...6)
    func parallel(columns: Int) async {
        await withRemoteValues([.columns: columns]) { _ in
            for _ in 1...100 {
                await Task.yield()
                #expect(Shelf().columns == columns)
            }
        }
    }

    @Test("A trait sets values for a test", .remoteValues([.columns: 5]))
    func trait() {
        #expect(Shelf().columns == 5)
    }

    @Test(
        "A trait sets values of several types",
        .remoteValues {
            $0[.columns] = 2
            $0[.paywall] = .c
        })
    func severalTypes() {
        #expect(Shelf().columns == 2)
        #expect(Shelf().paywall == .c)
    }

    @Test("Every case of a key is an argument", arguments: allVariants(of: .paywall))
    func variants(paywall: PaywallPage) {
        withRemoteValues([.paywall: paywall]) { _ in #expect(Shelf().paywall == paywall) }
        #expect(allVariants(of: .giftCards) == [false, true])
        #expect(allVariants(of: .tone) == ["formal", "casual"])
    }

    @Test("A key that the test did not allow fails it, once and by name")
    func refused() {
        var values = RemoteValues([.paywall: .b])
        values.allowOnly([Keys.discount])
        withKnownIssue {
            withRemoteValues(values) { service in
                #expect(Shelf().paywall == .b)
                #expect(service[.discount] == 0.25)
                #expect(Shelf().columns == 3)
                #expect(Shelf().columns == 3)
            }
        } matching: { issue in
            issue.comments.contains {
                $0.rawValue.hasPrefix("key \"columns\" was read, which this test does not allow")
            }
        }
    }

    @Test("Exposures and events are kept to assert on")
    func exposures() {
        withRemoteValues([.ranking: .b]) { service in
            _ = service[.ranking]
            service.track("bought", value: 2)
            #expect(service.exposures.map(\.experimentalGroupValue) == ["b"])
            #expect(service.events.map(\.value) == [2])
        }
    }

    @Test("A text as a source sends it shows what an app does with a broken value")
    func texts() {
        let values = RemoteValues { $0.setText("many", of: .columns) }
        withRemoteValues(values) { service in
            #expect(Shelf().columns == 3)
            #expect(Shelf().$columns.status == .incorrect)
            #expect(service.row(of: .columns).remoteText == "many")
        }
    }

    @Test("Keys of several types have values in one list", .remoteValues((.columns, 5), (.paywall, .b)))
    func severalTypesInOneList() async {
        #expect(Shelf().columns == 5)
        #expect(Shelf().paywall == .b)
        withRemoteValues((.columns, 4), (.paywall, .a)) { service in
            #expect(service[.columns] == 4)
            #expect(Shelf().paywall == .a)
        }
        await withRemoteValues((.columns, 6)) { service in
            await Task.yield()
            #expect(service[.columns] == 6)
        }
    }
}
