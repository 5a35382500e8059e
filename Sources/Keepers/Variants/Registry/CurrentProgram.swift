import ExperimentsCore
import Locks

/// The program that reads are made with.
///
/// Each lane holds it in a lock and an object of its own, so that readers on different lanes write to no memory in
/// common: neither a lock's nor a reference count. A replacement takes the locks of all lanes, so that no read sees
/// the new program before another one sees the old.
final class CurrentProgram: Sendable {
    private let lanes: Lanes<Mutex<EvaluationProgram>>

    init(_ program: EvaluationProgram) {
        lanes = Lanes { _ in Mutex(EvaluationProgram(sharing: program)) }
    }

    /// The calling thread's object of the program.
    @inline(__always)
    var program: EvaluationProgram { lanes.current.value.withLock { $0 } }

    /// Makes `program` the current one. Called by one thread at a time.
    func replace(_ program: EvaluationProgram) {
        // Afterwards the former programs, released when no lock is held: what an app's conditions hold may end with
        // them, and do anything.
        var programs = lanes.all.map { _ in EvaluationProgram(sharing: program) }
        exchange(&programs, from: 0)
    }

    private func exchange(_ programs: inout [EvaluationProgram], from index: Int) {
        guard index < programs.count else { return }
        lanes.all[index].value.withLock { current in
            exchange(&programs, from: index + 1)
            swap(&current, &programs[index])
        }
    }
}
