import TestSupport
import Testing

@Suite("Number macros", .inTurn)
struct NumberRemoteValueMacroTests {
    @Test("A whole number gets its property, its range and its default")
    func int() {
        expect(
            """
            @IntRemoteValue(default: 3, in: 1...10)
            public struct ItemsPerRow {
            }
            """,
            expandsTo: """
                public struct ItemsPerRow {

                    public let integer: Int

                    public init?(integer: Int) {
                        guard Self.range.contains(integer) else {
                            return nil
                        }
                        self.integer = integer
                    }

                    private init(unchecked integer: Int) {
                        self.integer = integer
                    }
                }

                nonisolated extension ItemsPerRow: Equatable, IntRemoteValue {
                    public static let range: ClosedRange<Int> = 1 ... 10
                    public static let `default` = Self(unchecked: 3)
                }
                """)
    }

    @Test("A number without a range accepts every one")
    func double() {
        expect(
            """
            @DoubleRemoteValue(default: -0.5)
            struct Discount {
            }
            """,
            expandsTo: """
                struct Discount {

                    let number: Double

                    init?(number: Double) {
                        self.number = number
                    }

                    private init(unchecked number: Double) {
                        self.number = number
                    }
                }

                nonisolated extension Discount: DoubleRemoteValue, Equatable {
                    static let `default` = Self(unchecked: -0.5)
                }
                """)
    }

    @Test("A number that may be a baseline is one by default")
    func baselineInt() {
        expect(
            """
            @BaselineIntRemoteValue(default: 3, in: 1...10)
            struct A {
            }
            """,
            expandsTo: """
                struct A {

                    let baseline: Bool

                    let integer: Int

                    init?(baseline: Bool, integer: Int) {
                        guard Self.range.contains(integer) else {
                            return nil
                        }
                        self.baseline = baseline
                        self.integer = integer
                    }

                    private init(unchecked integer: Int) {
                        self.baseline = true
                        self.integer = integer
                    }
                }

                nonisolated extension A: BaselineIntRemoteValue, Equatable {
                    static let range: ClosedRange<Int> = 1 ... 10
                    static let `default` = Self(unchecked: 3)
                }
                """)
    }

    @Test("A default outside the range is refused at the default")
    func outside() {
        expectRefusal(
            of: """
                @BaselineDoubleRemoteValue(default: -1, in: 0...1)
                struct A {
                }
                """,
            "The default -1 is outside the range 0...1", at: 1, 37)
    }

    @Test("A range that ends before it begins is refused: it would trap at run time")
    func emptyRange() {
        expectRefusal(
            of: """
                @IntRemoteValue(default: 3, in: 10...1)
                struct A {
                }
                """,
            "The range 10...1 ends before it begins", at: 1, 33)
    }

    @Test("An enum is refused at its keyword")
    func onEnum() {
        expectRefusal(
            of: """
                @IntRemoteValue(default: 3)
                enum A {
                }
                """,
            "@IntRemoteValue should be applied to struct", at: 2, 1)
    }
}

@Suite("@JSONRemoteValue", .inTurn)
struct JSONRemoteValueMacroTests {
    @Test("If every property has an initial value, they make the default")
    func initialValues() {
        expect(
            """
            @JSONRemoteValue
            struct Banner {
                var title = "Welcome"
                var discount: Int = 0
            }
            """,
            expandsTo: """
                struct Banner {
                    var title = "Welcome"
                    var discount: Int = 0
                }

                nonisolated extension Banner: Decodable, Encodable, Equatable, JSONRemoteValue {
                    static let `default` = Self()
                }
                """)
    }

    @Test("A default of its own is kept, and Codable understood")
    func ownDefault() {
        expect(
            """
            @JSONRemoteValue
            struct Banner: Codable {
                let title: String
                static let `default` = Banner(title: "Welcome")
            }
            """,
            expandsTo: """
                struct Banner: Codable {
                    let title: String
                    static let `default` = Banner(title: "Welcome")
                }

                nonisolated extension Banner: Equatable, JSONRemoteValue {
                }
                """)
    }

    @Test("A property without a value needs a default: refused at the name, and one offered")
    func noDefault() {
        expectRefusal(
            of: """
                @JSONRemoteValue
                struct Banner {
                    let title: String
                }
                """,
            "@JSONRemoteValue needs `default`, or an initial value for every stored property", at: 2, 8,
            fixIt: "add `default`",
            fixed: """
                @JSONRemoteValue
                struct Banner {
                    static let `default` = Self(<#values#>)
                    let title: String
                }
                """)
    }
}
