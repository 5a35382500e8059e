import Experiments
import ExperimentsMacros
import ExperimentsTesting
import TestSupport
import Testing

// An app in Swift 5 mode.

@StringRemoteValue
enum Greeting: String { case hello, welcome }

@BaselineStringRemoteValue
struct Ranking { enum Variant: String { case newest, popular } }

@BoolRemoteValue
enum NewFlow {}

@BaselineBoolRemoteValue
struct NewCart {}

@IntRemoteValue(default: 3, in: 1...6)
struct Columns {}

@JSONRemoteValue
struct Promo { var title = "x" }

@RemoteValuesNamespace
enum Values { enum Flow: String { case long, short } }

extension Keys {
    static let greeting = Key("greeting", Greeting.self)
    static let ranking = Key("ranking", Ranking.self)
    static let promo = Key("promo", Promo.self)

    @RemoteKeys
    enum Shop {
        @KeyDetails(in: 1...6)
        static let itemsPerRow = 3
    }
}

struct Shelf {
    @Remote(.itemsPerRow) var columns
}

@Suite("An app in Swift 5 mode", .inTurn)
struct Swift5AppTests {
    @Test("Values of macros and keys of catalogs are read")
    func macros() {
        var values = RemoteValues()
        values.setText("welcome", of: .greeting)
        values.setText("popular_baseline", of: .ranking)
        values.setText(#"{"title": "sale"}"#, of: .promo)
        values[.itemsPerRow] = 4
        withRemoteValues(values) { service in
            #expect(service[.greeting] == .welcome)
            #expect(service[.ranking].variant == .popular)
            #expect(service[.promo].title == "sale")
            #expect(Shelf().columns == 4)
        }
    }
}
