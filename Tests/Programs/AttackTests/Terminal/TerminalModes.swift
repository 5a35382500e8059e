/// The modes that a program has switched on in a terminal and not off again, from what it wrote.
enum TerminalModes {
    /// Their names, such as `?1049h`. Empty where the terminal is as it was.
    static func left(by drawn: [UInt8]) -> [String] {
        var modes: [Int: Bool] = [:]
        var keyboard = 0
        var rest = drawn[...]
        while let escape = rest.firstIndex(of: 0x1B) {
            rest = rest[(escape + 1)...]
            guard rest.first == 0x5B else { continue }
            let parameters = rest.dropFirst().prefix { (0x20...0x3F).contains($0) }
            rest = rest[parameters.endIndex...]
            switch (parameters.first, rest.first) {
            case (0x3F, 0x68), (0x3F, 0x6C):
                for mode in parameters.dropFirst().split(separator: 0x3B) {
                    if let number = Int(String(decoding: mode, as: UTF8.self)) {
                        modes[number] = rest.first == 0x68
                    }
                }
            case (0x3E, 0x75): keyboard += 1
            case (0x3C, 0x75): keyboard -= 1
            default: break
            }
        }
        // The cursor (25), lines that wrap (7) and the meta key (1034) are on in a terminal that nobody has touched.
        var left = modes.filter { $0.value != [7, 25, 1034].contains($0.key) && $0.key != 1034 }.keys.sorted()
            .map {
                "?\($0)" + (modes[$0] == true ? "h" : "l")
            }
        if keyboard > 0 { left.append("keyboard protocol") }
        return left
    }
}
