import CExperimentsLocks

/// A value that threads read and change without a lock, with what this package uses of `Synchronization.Atomic`.
@usableFromInline
package struct AtomicWord<Value: AtomicWordValue>: ~Copyable, @unchecked Sendable {
    /// The order that a call asks for. Every call keeps at least the order of its kind, so this changes nothing.
    @usableFromInline package enum Ordering {
        case relaxed
        case acquiring
        case releasing
    }

    @usableFromInline
    let word: UnsafeMutablePointer<Int64>

    @inlinable
    package init(_ value: Value) {
        word = .allocate(capacity: 1)
        word.initialize(to: value.atomicWord)
    }

    @inlinable
    deinit { word.deallocate() }

    @inlinable package borrowing func load(ordering: Ordering) -> Value {
        Value(atomicWord: experiments_word_load(word))
    }

    @inlinable package borrowing func store(_ value: Value, ordering: Ordering) {
        experiments_word_store(word, value.atomicWord)
    }

    @inlinable package borrowing func exchange(_ value: Value, ordering: Ordering) -> Value {
        Value(atomicWord: experiments_word_exchange(word, value.atomicWord))
    }
}

extension AtomicWord where Value == Int {
    @discardableResult
    @inlinable package borrowing func add(_ number: Int, ordering: Ordering) -> (oldValue: Int, newValue: Int)
    {
        let old = Int(experiments_word_add(word, Int64(number)))
        return (old, old &+ number)
    }
}

/// A value that fits into one word of memory.
@usableFromInline
package protocol AtomicWordValue: Sendable {
    init(atomicWord: Int64)
    var atomicWord: Int64 { get }
}

extension Int: AtomicWordValue {
    @usableFromInline
    package init(atomicWord: Int64) { self.init(atomicWord) }
    @usableFromInline package var atomicWord: Int64 { Int64(self) }
}

extension UInt64: AtomicWordValue {
    @usableFromInline
    package init(atomicWord: Int64) { self.init(bitPattern: atomicWord) }
    @usableFromInline package var atomicWord: Int64 { Int64(bitPattern: self) }
}

extension Bool: AtomicWordValue {
    @usableFromInline
    package init(atomicWord: Int64) { self = atomicWord != 0 }
    @usableFromInline package var atomicWord: Int64 { self ? 1 : 0 }
}
