import ExperimentsLocks

extension ScalarSet {
    /// Returns the POSIX class with a name, such as `alpha`; nil if there is none.
    static func posix(_ name: String) -> ScalarSet? {
        switch name {
        case "alnum": ScalarSet([0x30...0x39, 0x41...0x5a, 0x61...0x7a])
        case "alpha": ScalarSet([0x41...0x5a, 0x61...0x7a])
        case "ascii": ScalarSet([0...0x7f])
        case "blank": ScalarSet([0x09...0x09, 0x20...0x20])
        case "cntrl": ScalarSet([0...0x1f, 0x7f...0x7f])
        case "digit": digits
        case "graph": ScalarSet([0x21...0x7e])
        case "lower": ScalarSet([0x61...0x7a])
        case "print": ScalarSet([0x20...0x7e])
        case "punct": ScalarSet([0x21...0x2f, 0x3a...0x40, 0x5b...0x60, 0x7b...0x7e])
        case "space": ScalarSet([0x09...0x0d, 0x20...0x20])
        case "upper": ScalarSet([0x41...0x5a])
        case "word": asciiWords
        case "xdigit": ScalarSet([0x30...0x39, 0x41...0x46, 0x61...0x66])
        default: nil
        }
    }

    /// The names of categories and scripts of Unicode, such as `Lu` or `Greek`, that RE2 knows.
    static let unicodeNames = ["Any"] + categoryNames.flatMap { [$0.key] + $0.value }.sorted() + scriptNames

    /// Returns the characters of a category or a script of Unicode; nil if RE2 does not know the name.
    static func unicode(_ name: String) -> ScalarSet? {
        if name == "Any" { return ScalarSet().inverted }
        if let parts = categoryNames[name] {
            return ScalarSet(parts.flatMap { categories[$0]?.ranges ?? [] })
        }
        if let set = categories[name] { return set }
        return scriptNames.contains(name) ? script(name) : nil
    }

    private static let categoryNames = [
        "C": ["Cc", "Cf", "Co", "Cs"], "L": ["Ll", "Lm", "Lo", "Lt", "Lu"], "M": ["Mc", "Me", "Mn"],
        "N": ["Nd", "Nl", "No"], "P": ["Pc", "Pd", "Pe", "Pf", "Pi", "Po", "Ps"],
        "S": ["Sc", "Sk", "Sm", "So"],
        "Z": ["Zl", "Zp", "Zs"],
    ]

    /// Computed once, and only for expressions that name a category. Above the last range, Unicode assigns only
    /// characters for private use.
    private static let categories: [String: ScalarSet] = {
        var values: [String: [ClosedRange<UInt32>]] = [
            "Co": [0xe000...0xf8ff, 0xf_0000...0xf_fffd, 0x10_0000...0x10_fffd], "Cs": [0xd800...0xdfff],
        ]
        for value in Array(0...0x3_ffff) + Array(0xe_0000...0xe_0fff) as [UInt32] {
            guard let name = Unicode.Scalar(value).flatMap(categoryName) else { continue }
            values[name, default: []].append(value...value)
        }
        return values.mapValues { ScalarSet($0) }
    }()

    private static func categoryName(_ scalar: Unicode.Scalar) -> String? {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter: "Lu"
        case .lowercaseLetter: "Ll"
        case .titlecaseLetter: "Lt"
        case .modifierLetter: "Lm"
        case .otherLetter: "Lo"
        case .nonspacingMark: "Mn"
        case .spacingMark: "Mc"
        case .enclosingMark: "Me"
        case .decimalNumber: "Nd"
        case .letterNumber: "Nl"
        case .otherNumber: "No"
        case .connectorPunctuation: "Pc"
        case .dashPunctuation: "Pd"
        case .openPunctuation: "Ps"
        case .closePunctuation: "Pe"
        case .initialPunctuation: "Pi"
        case .finalPunctuation: "Pf"
        case .otherPunctuation: "Po"
        case .mathSymbol: "Sm"
        case .currencySymbol: "Sc"
        case .modifierSymbol: "Sk"
        case .otherSymbol: "So"
        case .spaceSeparator: "Zs"
        case .lineSeparator: "Zl"
        case .paragraphSeparator: "Zp"
        case .control: "Cc"
        case .format: "Cf"
        // Private use is above, and the rest has no name in RE2.
        default: nil
        }
    }

    private static let scripts = Mutex<[String: ScalarSet]>([:])

    /// Returns the characters of a script. The standard library has no property for the script of a character, but its
    /// expressions support scripts. They are applied to all characters once.
    private static func script(_ name: String) -> ScalarSet? {
        if let known = scripts.withLock({ $0[name] }) { return known }
        guard let expression = try? Regex("\\p{script=\(name)}+").matchingSemantics(.unicodeScalar) else {
            return nil
        }
        let set = ScalarSet(
            assigned.matches(of: expression).flatMap { match in
                assigned[match.range].unicodeScalars.map { $0.value...$0.value }
            })
        scripts.withLock { $0[name] = set }
        return set
    }

    /// Every character that can have a script.
    private static let assigned: String = {
        let ranges = categories.filter { !["Co", "Cs"].contains($0.key) }.values.flatMap(\.ranges)
        var scalars = String.UnicodeScalarView()
        for range in ranges { scalars.append(contentsOf: range.lazy.compactMap(Unicode.Scalar.init)) }
        return String(scalars)
    }()

    private static let scriptNames = """
        Adlam Ahom Anatolian_Hieroglyphs Arabic Armenian Avestan Balinese Bamum Bassa_Vah Batak Bengali
        Bhaiksuki Bopomofo Brahmi Braille Buginese Buhid Canadian_Aboriginal Carian Caucasian_Albanian Chakma
        Cham Cherokee Chorasmian Common Coptic Cuneiform Cypriot Cypro_Minoan Cyrillic Deseret Devanagari
        Dives_Akuru Dogra Duployan Egyptian_Hieroglyphs Elbasan Elymaic Ethiopic Georgian Glagolitic Gothic
        Grantha Greek Gujarati Gunjala_Gondi Gurmukhi Han Hangul Hanifi_Rohingya Hanunoo Hatran Hebrew
        Hiragana Imperial_Aramaic Inherited Inscriptional_Pahlavi Inscriptional_Parthian Javanese Kaithi
        Kannada Katakana Kawi Kayah_Li Kharoshthi Khitan_Small_Script Khmer Khojki Khudawadi Lao Latin Lepcha
        Limbu Linear_A Linear_B Lisu Lycian Lydian Mahajani Makasar Malayalam Mandaic Manichaean Marchen
        Masaram_Gondi Medefaidrin Meetei_Mayek Mende_Kikakui Meroitic_Cursive Meroitic_Hieroglyphs Miao Modi
        Mongolian Mro Multani Myanmar Nabataean Nag_Mundari Nandinagari New_Tai_Lue Newa Nko Nushu
        Nyiakeng_Puachue_Hmong Ogham Ol_Chiki Old_Hungarian Old_Italic Old_North_Arabian Old_Permic
        Old_Persian Old_Sogdian Old_South_Arabian Old_Turkic Old_Uyghur Oriya Osage Osmanya Pahawh_Hmong
        Palmyrene Pau_Cin_Hau Phags_Pa Phoenician Psalter_Pahlavi Rejang Runic Samaritan Saurashtra Sharada
        Shavian Siddham SignWriting Sinhala Sogdian Sora_Sompeng Soyombo Sundanese Syloti_Nagri Syriac Tagalog
        Tagbanwa Tai_Le Tai_Tham Tai_Viet Takri Tamil Tangsa Tangut Telugu Thaana Thai Tibetan Tifinagh
        Tirhuta Toto Ugaritic Vai Vithkuqi Wancho Warang_Citi Yezidi Yi Zanabazar_Square
        """.split(whereSeparator: \.isWhitespace).map(String.init)
}
