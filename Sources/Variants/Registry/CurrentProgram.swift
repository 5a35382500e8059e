import Synchronization

/// The program that reads are made with.
///
/// Each lane holds it in a lock and an object of its own, so that readers on different lanes write to no memory in
/// common: neither a lock's nor a reference count. A replacement takes the locks of all lanes, so that no read sees
/// the new program before another one sees the old.
final class CurrentProgram: Sendable {
    /// A lane's own handle of the program.
    final class Handle: Sendable {
        let program: EvaluationProgram

        init(_ program: EvaluationProgram) {
            self.program = program
        }
    }

    private let lanes: Lanes<Mutex<Handle>>

    init(_ program: EvaluationProgram) {
        lanes = Lanes { _ in Mutex(Handle(program)) }
    }

    /// The program, for everything but the fastest reads.
    var program: EvaluationProgram { handle.program }

    /// The calling thread's handle of the program.
    @inline(__always)
    var handle: Handle { lanes.current.value.withLock { $0 } }

    /// Makes `program` the current one. Called by one thread at a time.
    func replace(_ program: EvaluationProgram) {
        replace(program, from: 0)
    }

    private func replace(_ program: EvaluationProgram, from index: Int) {
        guard index < lanes.all.count else { return }
        lanes.all[index].value.withLock { handle in
            replace(program, from: index + 1)
            handle = Handle(program)
        }
    }
}
