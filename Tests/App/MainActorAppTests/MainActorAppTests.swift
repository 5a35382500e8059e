import Experiments
import ExperimentsMacros
import ExperimentsTesting
import TestSupport
import Testing

// An app in whose module everything belongs to the main actor unless it says otherwise.

@StringRemoteValue
enum Greeting: String { case hello, welcome }

@StringRemoteValue
nonisolated enum Farewell: String { case bye, later }

@BaselineStringRemoteValue
struct Ranking { enum Variant: String { case newest, popular } }

@BoolRemoteValue
enum NewFlow {}

@BaselineBoolRemoteValue
struct NewCart {}

@IntRemoteValue(default: 3, in: 1...6)
struct Columns {}

@DoubleRemoteValue(default: 0.5, in: 0...1)
struct Share {}

@JSONRemoteValue
struct Promo { var title = "x" }

@RemoteValuesNamespace
enum Values { enum Flow: String { case long, short } }

nonisolated struct Banner: Codable { var title = "none" }

extension Keys {
    static let greeting = Key("greeting", Greeting.self)
    static let farewell = Key("farewell", Farewell.self)
    static let ranking = Key("ranking", Ranking.self)
    static let newFlow = Key("new_flow", NewFlow.self)
    static let promo = Key("promo", Promo.self)
    static let banner = Key("banner", json: Banner())

    @RemoteKeys
    enum Shop {
        @KeyDetails(in: 1...6)
        static let itemsPerRow = 3
    }
}

struct Shelf {
    @Remote(.itemsPerRow) var columns
    @Remote(.greeting) var greeting
}

@Suite("An app whose default isolation is the main actor", .inTurn)
struct MainActorAppTests {
    @Test("Values of macros are read, and decoded from texts")
    func macros() {
        var values = RemoteValues()
        values.setText("welcome", of: .greeting)
        values.setText("later", of: .farewell)
        values.setText("popular_baseline", of: .ranking)
        values.setText("true", of: .newFlow)
        values.setText(#"{"title": "sale"}"#, of: .promo)
        values.setText(#"{"title": "sale"}"#, of: .banner)
        values[.itemsPerRow] = 4
        withRemoteValues(values) { service in
            #expect(service[.greeting] == .welcome)
            #expect(service[.farewell] == .later)
            #expect(service[.ranking].variant == .popular)
            #expect(service[.ranking].baseline)
            #expect(service[.newFlow].isEnabled)
            #expect(service[.promo].title == "sale")
            #expect(service[.banner].title == "sale")
            #expect(Shelf().columns == 4)
            #expect(Shelf().greeting == .welcome)
        }
    }

    @Test("Values are read on other threads")
    func otherThreads() async {
        let service = RemoteConfigService(remoteConfigKeeper: InMemoryRemoteConfigKeeper(.empty))
        let greeting = Keys.greeting
        let isHello = await Task.detached { service[greeting].name == "hello" }.value
        #expect(isHello)
    }
}
