// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel

struct SignInContent: ConsoleContent {
    static let template = "sign-in"
    let title = "Sign in"
    /// Where they wanted to go.
    let to: String
    let mail: String
    /// The name of a provider by which they may sign in, too.
    let provider: String?
    /// Where that begins, behind the root.
    let providerPath: String
    let problem: String?
    /// What they had written when their session had ended.
    let written: String?

    init(
        to: String?, mail: String = "", provider: String? = nil, problem: String? = nil, written: String? = nil
    ) {
        self.written = written
        let destination = Self.destination(to)
        self.to = destination
        self.mail = mail
        self.provider = provider
        providerPath = "/" + OpenIDPages.path + "?to=" + FormFields.encoded(destination)
        self.problem = problem
    }

    /// A page of this host, and no other's.
    static func destination(_ path: String?) -> String {
        guard let path, path.hasPrefix("/"), !path.hasPrefix("//"), !path.contains("\\"), !path.contains("\r"),
            !path.contains("\n"), path.utf8.count < 500, path.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f })
        else { return "/" }
        return path
    }
}

struct WelcomeContent: ConsoleContent {
    static let template = "welcome"
    let title = "Choose a password"
    let mail: String
    let shortest = PasswordRules.shortest
    let problem: String?

    init(mail: MailAddress, problem: String? = nil) {
        self.mail = mail.description
        self.problem = problem
    }
}
