//! Pool, rules, solver and transaction: from requirements to an ordered list of operations.
