extension Glyph {
    /// What stands for this glyph, in each of its columns, on a terminal that knows only ASCII.
    package var ascii: UInt8 {
        let scalar = scalars.0
        switch scalar {
        case 0: return 0x20
        case 0x20..<0x7f: return UInt8(scalar)
        case 0xa0: return 0x20
        case 0x2010...0x2015, 0x2500, 0x2501, 0x2504, 0x2505, 0x2508, 0x2509, 0x254c, 0x254d, 0x2550, 0x2574, 0x2576:
            return UInt8(ascii: "-")
        case 0x2502, 0x2503, 0x2506, 0x2507, 0x250a, 0x250b, 0x254e, 0x254f, 0x2551, 0x2575, 0x2577:
            return UInt8(ascii: "|")
        case 0x250c...0x254b, 0x2552...0x2573: return UInt8(ascii: "+")
        case 0x2018, 0x2019: return UInt8(ascii: "'")
        case 0x201c, 0x201d: return UInt8(ascii: "\"")
        case 0x2022, 0x00b7, 0x25cf, 0x25cb, 0x25c6, 0x25c7, 0x2219: return UInt8(ascii: "*")
        case 0x2026: return UInt8(ascii: "~")
        case 0x2190, 0x25c0, 0x25c2, 0x2039: return UInt8(ascii: "<")
        case 0x2192, 0x25b6, 0x25b8, 0x203a, 0x21e5: return UInt8(ascii: ">")
        case 0x2191, 0x25b2, 0x25b4, 0x2400...0x2426: return UInt8(ascii: "^")
        case 0x2193, 0x25bc, 0x25be: return UInt8(ascii: "v")
        case 0x21b5: return UInt8(ascii: "$")
        case 0x2581, 0x2582: return UInt8(ascii: "_")
        case 0x2583, 0x2584: return UInt8(ascii: "-")
        case 0x2585, 0x2586: return UInt8(ascii: "=")
        case 0x2580, 0x2587...0x259f: return UInt8(ascii: "#")
        case 0x0394, 0x266a: return UInt8(ascii: "!")
        case 0x2713, 0x2714: return UInt8(ascii: "+")
        case 0x2715...0x2718, 0x00d7: return UInt8(ascii: "x")
        default: return UInt8(ascii: "?")
        }
    }
}
