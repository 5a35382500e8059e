import ArgumentParser
import NcursesTerminal

extension ColorChoice: ExpressibleByArgument {}
