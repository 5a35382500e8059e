// Filters, orders and rules for alerts are part of what a dashboard is opened with; whoever shows or scripts one meets
// the toolkit's frames, keys and themes.
@_exported import ExperimentsOperator
@_exported public import TerminalUI
