import Experiments
import TestSupport
import Testing

@Suite("Numbers and JSON", .inTurn)
struct NumberValueTests {
    @Test("A number within its range is a value, one outside is incorrect, and the schema says so")
    func range() throws {
        #expect(try ItemsPerRow.decode("10").integer == 10)
        #expect(throws: IncorrectValue.self) { try ItemsPerRow.decode("11") }
        #expect(ItemsPerRow.schema == ValueSchema(kind: .int, range: 1...10, defaultText: "3"))
        #expect(ItemsPerRow.default.integer == 3)
        #expect(try Discount.decode("0.25").number == 0.25)
        #expect(throws: IncorrectValue.self) { try Discount.decode("1.01") }
        #expect(Discount.schema == ValueSchema(kind: .double, range: 0...1, defaultText: "0.2"))
    }

    @Test("The range of a type written by hand holds too, though its initializer does not look")
    func handWritten() {
        struct Percent: IntRemoteValue {
            let integer: Int
            init?(integer: Int) { self.integer = integer }
            init() { integer = 50 }
            static let range = 0...100
            static let `default` = Percent()
        }
        #expect(throws: IncorrectValue.self) { try Percent.decode("101") }
        #expect(Percent.schema.range == 0...100)
    }

    @Test("A number may be a baseline")
    func baseline() throws {
        #expect(TrialDays.default.baseline)
        #expect(TrialDays.default.name == "5_baseline")
        let value = try TrialDays.decode("7")
        #expect(value.integer == 7 && !value.baseline)
        #expect(try TrialDays.decode("7_baseline").baseline)
        #expect(
            TrialDays.schema == ValueSchema(kind: .int, defaultText: "5_baseline", understandsBaseline: true))
        #expect(throws: IncorrectValue.self) { try TrialDays.decode("seven") }
        #expect(throws: IncorrectValue.self) { try Speed.decode("2.5_baseline") }
        #expect(Speed.schema.range == -2...2)
        #expect(try Speed.decode("-1.5_baseline").number == -1.5)
    }

    @Test("A default and a range may be expressions")
    func expressions() {
        #expect(Volume.default.integer == 50)
        #expect(Volume.range == 0...100)
    }

    @Test(
        "A JSON document is a value; its default, and what the document leaves out, is made of the initial values"
    )
    func json() throws {
        #expect(Banner.default == Banner(title: "Welcome", discount: 0))
        #expect(try Banner.decode(#"{"title":"Sale","discount":20}"#) == Banner(title: "Sale", discount: 20))
        #expect(try Banner.decode(#"{"title":"Sale"}"#) == Banner(title: "Sale", discount: 0))
        #expect(throws: IncorrectValue.self) { try Banner.decode(#"{"title":7}"#) }
        #expect(throws: IncorrectValue.self) { try Banner.decode("Sale") }
        #expect(Banner.schema.kind == .json)
        #expect(Banner.schema.defaultText == #"{"discount":0,"title":"Welcome"}"#)
    }
}
