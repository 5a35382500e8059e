// ThreadSanitizer has an allocator of its own.
#if canImport(Glibc) && !EXPERIMENTS_THREAD_SANITIZER
import ExperimentsSupport
import Foundation
import TestSupport
import Testing

@Suite("Freed memory", .inTurn)
struct FreedMemoryTests {
    @Test("a large block is returned to the system when it is freed, even after a larger one was freed")
    func largeBlocks() throws {
        FreedMemory.giveBackLargeBlocks()
        // By itself, glibc keeps blocks up to the size of the largest that was freed.
        free(try block(of: 31 << 20))
        // Several at once: glibc fills holes that other tests left first, but hardly has room for all of these.
        let blocks = try (0..<8).map { _ in try block(of: 24 << 20) }
        defer { blocks.forEach { free($0) } }
        #expect(blocks.contains(where: hasPagesOfItsOwn))
    }

    /// Written to, so that it is not optimized away.
    private func block(of size: Int) throws -> UnsafeMutableRawPointer {
        let block = try #require(malloc(size))
        memset(block, 1, size)
        return block
    }

    /// What glibc notes in the word before a block: the second bit says that the kernel mapped it by itself.
    private func hasPagesOfItsOwn(_ block: UnsafeMutableRawPointer) -> Bool {
        block.load(fromByteOffset: -MemoryLayout<UInt>.size, as: UInt.self) & 2 != 0
    }
}
#endif
