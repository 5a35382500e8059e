import Foundation

/// Memory that was freed and that the allocator keeps for later.
package enum FreedMemory {
    /// Returns it to the system, as far as whole pages are free. It takes milliseconds, so call it after releasing
    /// something large. It does nothing if the system's allocator returns memory by itself.
    package static func giveBack() {
        #if canImport(Glibc)
        // Looked up at run time, because the header that declares it is not among those that Swift imports.
        guard let symbol = dlsym(nil, "malloc_trim") else { return }
        let trim = unsafeBitCast(symbol, to: (@convention(c) (Int) -> Int32).self)
        _ = trim(0)
        #endif
    }
}
