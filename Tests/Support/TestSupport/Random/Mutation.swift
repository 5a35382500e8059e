/// Damage as it happens to files: bytes lost, doubled, changed, or cut off.
package enum Mutation {
    package static func apply(to bytes: inout [UInt8], using random: inout some RandomNumberGenerator) {
        guard !bytes.isEmpty else {
            bytes.append(.random(in: 0...255, using: &random))
            return
        }
        let place = Int.random(in: 0..<bytes.count, using: &random)
        let structural = Array("{}[]:,\"\\0-+eEu \n".utf8)
        switch Int.random(in: 0..<7, using: &random) {
        case 0: bytes.remove(at: place)
        case 1: bytes.insert(bytes[place], at: place)
        case 2: bytes[place] = .random(in: 0...255, using: &random)
        case 3: bytes[place] = structural.randomElement(using: &random) ?? 0
        case 4: bytes.removeSubrange(place...)
        case 5: bytes.insert(structural.randomElement(using: &random) ?? 0, at: place)
        default:
            let end = Int.random(in: place...bytes.count, using: &random)
            bytes.insert(contentsOf: bytes[place..<end], at: place)
        }
    }
}
