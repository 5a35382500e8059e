import ExperimentsCore
import Foundation

// A process that changes or shows an overrides file, for tests of several processes at once and of sudden ends.
//
//     OverrideWriter [--user ID] count PATH NAME TIMES   sets NAME to 1, 2, 3 ...; TIMES 0 is until it is killed
//     OverrideWriter [--user ID] add PATH NAME TIMES     sets NAME-1, NAME-2, NAME-3 ...
//     OverrideWriter [--user ID] change PATH NAME TIMES  as count, and keeps each change in the journal
//     OverrideWriter [--user ID] undo PATH               takes the last step of the journal back, and prints its title
//     OverrideWriter [--user ID] show PATH               prints how many there are, or what is the matter
//
// Prints a line after each change that is done. With `--user`, acts as that user, which only root may ask for.

var arguments = Array(CommandLine.arguments.dropFirst())

func fail(_ message: String) -> Never {
    print(message)
    exit(1)
}

if arguments.first == "--user" {
    guard arguments.count > 1, let id = UInt32(arguments[1]), setgid(id) == 0, setuid(id) == 0 else {
        fail("cannot become another user")
    }
    arguments.removeFirst(2)
}

guard arguments.count >= 2 else { fail("what to do with which file?") }
let store = JSONOverrideStore(path: arguments[1], watcher: nil)
let journal = OverrideJournalFile(besideOverridesAt: arguments[1])

switch arguments[0] {
case "show":
    print(store.problem.map(String.init(describing:)) ?? "\(store.overrides.entries.count) overrides")
case "undo":
    do {
        print(
            try journal.reverse(.undo, in: store, by: OverrideOrigin(), at: Date()).step?.title
                ?? "nothing was to change")
    } catch {
        fail("\(error)")
    }
case "count", "add", "change":
    guard arguments.count == 4, let times = Int(arguments[3]) else { fail("which name, and how many times?") }
    var turn = 0
    while times == 0 || turn < times {
        turn += 1
        let name = arguments[0] == "add" ? "\(arguments[2])-\(turn)" : arguments[2]
        let value = Override(value: "\(turn)")
        do {
            if arguments[0] == "change" {
                try journal.change(store, "\(turn)", by: OverrideOrigin(), at: Date()) { $0[name] = value }
            } else {
                try store.update { $0[name] = value }
            }
        } catch {
            fail("\(error)")
        }
        // Not printed, which would keep it in a buffer.
        FileHandle.standardOutput.write(Data("\(turn)\n".utf8))
    }
default:
    fail("unknown: \(arguments[0])")
}
