import NcursesTerminal
import TerminalUI

extension ColorChoice {
    /// The colours of a screen that is printed; nil for plain text, unless colours are asked for.
    var pictureDepth: ColorDepth? {
        switch self {
        case .auto, .never: nil
        case .palette16: .ansi16
        case .palette256: .indexed256
        case .always, .truecolor: .truecolor
        }
    }
}
