import Testing

extension BaselineStringRemoteValueMacroTests {
    @Test("An enum is refused at its keyword, once, and the macro for it offered")
    func onEnum() {
        expectRefusal(
            of: """
                @BaselineStringRemoteValue
                enum A: String {
                    case a
                }
                """,
            "@BaselineStringRemoteValue should be applied to struct", at: 2, 1,
            fixIt: "use @StringRemoteValue")
    }

    @Test("An empty struct is refused at its name, once, and the macro for it offered")
    func noVariant() {
        expectRefusal(
            of: """
                @BaselineStringRemoteValue
                struct A {
                }
                """,
            "No Variant enum was found in @BaselineStringRemoteValue struct", at: 2, 8,
            fixIt: "use @BaselineBoolRemoteValue",
            fixed: """
                @BaselineBoolRemoteValue
                struct A {
                }
                """)
    }

    @Test("An enum that is not called Variant is refused at its name, and renamed")
    func misnamedVariant() {
        expectRefusal(
            of: """
                @BaselineStringRemoteValue
                struct A {
                    enum Kind: String {
                        case a
                    }
                }
                """,
            "The enum of a @BaselineStringRemoteValue struct should be called Variant, not 'Kind'", at: 3, 10,
            fixIt: "rename 'Kind' to 'Variant'",
            fixed: """
                @BaselineStringRemoteValue
                struct A {
                    enum Variant: String {
                        case a
                    }
                }
                """)
    }

    @Test("A Variant without String is refused once, at its name, and String offered")
    func variantWithoutText() {
        expectRefusal(
            of: """
                @BaselineStringRemoteValue
                struct A {
                    enum Variant {
                        case a
                    }
                }
                """,
            "@StringRemoteValue needs enum that conforms to String", at: 3, 10,
            fixIt: "add 'String' as the raw type")
    }

    @Test("A private Variant is refused, because no extension could reach it, and fileprivate offered")
    func privateVariant() {
        expectRefusal(
            of: """
                @BaselineStringRemoteValue
                struct A {
                    private enum Variant: String {
                        case a
                    }
                }
                """,
            "Variant can't be private, because what the macro adds to it is outside the struct", at: 3, 18,
            fixIt: "write 'fileprivate'",
            fixed: """
                @BaselineStringRemoteValue
                struct A {
                    fileprivate enum Variant: String {
                        case a
                    }
                }
                """)
    }

    @Test("A stored property is refused where it is declared: nothing could set it")
    func storedProperty() {
        expectRefusal(
            of: """
                @BaselineStringRemoteValue
                struct A {
                    enum Variant: String {
                        case a
                    }
                    let note: String
                }
                """,
            "@BaselineStringRemoteValue should be applied to a struct without stored properties: "
                + "'note' could never be set",
            at: 6, 9)
    }
}
