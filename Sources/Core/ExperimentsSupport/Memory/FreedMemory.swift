import Foundation

/// Memory that was freed and that the allocator keeps for later.
package enum FreedMemory {
    /// Gives it back to the system, as far as whole pages are free. Worth its milliseconds after something large was let
    /// go of; does nothing where the system's allocator does it by itself.
    package static func giveBack() {
        #if canImport(Glibc)
        // Looked up because the header that declares it is not among those that Swift imports.
        guard let symbol = dlsym(nil, "malloc_trim") else { return }
        let trim = unsafeBitCast(symbol, to: (@convention(c) (Int) -> Int32).self)
        _ = trim(0)
        #endif
    }
}
