// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Which passwords are taken: long ones, whatever is in them (NIST SP 800-63B).
package enum PasswordRules {
    package static let shortest = 12
    private static let longest = 1_024

    /// What is wrong with one, for whoever has chosen it; nil when nothing is.
    ///
    /// - `mail`: their own, which others know.
    package static func fault(of password: String, mail: MailAddress) -> String? {
        guard password.count >= shortest else { return "a password has \(shortest) characters or more" }
        guard password.utf8.count <= longest else { return "a password has \(longest) bytes at most" }
        if Set(password).count < 4 { return "a password has at least four different characters" }
        if mail.description.lowercased() == password.lowercased() { return "it is your address" }
        return nil
    }
}
