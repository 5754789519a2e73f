// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

extension String {
    /// What a stranger has answered, as a database can keep it: texts have no zero bytes in PostgreSQL.
    var storable: String { replacing("\0", with: "\u{FFFD}") }
}
