// Filters, orders and rules for alerts are part of what a dashboard is opened with.
@_exported import ExperimentsOperator
