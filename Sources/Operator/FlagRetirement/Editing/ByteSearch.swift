import Foundation

extension [UInt8] {
    /// Whether a text is in the bytes.
    func contains(word: String) -> Bool {
        var word = word
        return word.withUTF8 { needle in
            guard let start = needle.baseAddress, !needle.isEmpty else { return true }
            return withUnsafeBytes { bytes in
                guard var place = bytes.baseAddress else { return false }
                var left = bytes.count
                // The system's search for a byte is much faster than a loop, even without optimisation.
                while left >= needle.count, let found = memchr(place, Int32(start[0]), left - needle.count + 1) {
                    if memcmp(found, start, needle.count) == 0 { return true }
                    let next = UnsafeRawPointer(found) + 1
                    left -= next - place
                    place = next
                }
                return false
            }
        }
    }
}
