// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HTTPTypes
internal import HostingModel

/// A page, or something that a form does.
struct ConsoleRoute: Sendable {
    let method: HTTPRequest.Method
    /// The parts of its path behind the root; nil in the place of an identifier.
    let pattern: [String?]
    /// What whoever asks must be allowed to do; nil for everybody, signed in or not.
    let permission: Permission?
    let action: Action

    enum Action: Sendable {
        case perform(Performance)
        /// The same, for a form that has a file.
        case receive(Reception)
    }

    typealias Performance = @Sendable (ConsoleCall) async throws(ConsoleFailure) -> ConsoleAnswer
    /// - File: nil when the form has none.
    /// - Form: what is still to come of it.
    typealias Reception =
        @Sendable (ConsoleCall, IncomingFile?, inout IncomingForm) async throws(ConsoleFailure) -> ConsoleAnswer

    /// A page.
    ///
    /// - `path`: with `*` in the place of an identifier: `packs/*/archive`.
    static func get(_ path: String, _ permission: Permission?, perform: @escaping Performance) -> ConsoleRoute {
        ConsoleRoute(.get, path, permission, .perform(perform))
    }

    /// What a form does.
    static func post(_ path: String, _ permission: Permission?, perform: @escaping Performance) -> ConsoleRoute {
        ConsoleRoute(.post, path, permission, .perform(perform))
    }

    /// What a form does that has a file.
    static func upload(_ path: String, _ permission: Permission?, perform: @escaping Reception) -> ConsoleRoute {
        ConsoleRoute(.post, path, permission, .receive(perform))
    }

    private init(_ method: HTTPRequest.Method, _ path: String, _ permission: Permission?, _ action: Action) {
        self.method = method
        pattern = path.split(separator: "/", omittingEmptySubsequences: false).map { $0 == "*" ? nil : String($0) }
        self.permission = permission
        self.action = action
    }

    /// What stands in its places; nil for another path.
    func parameters(of parts: [String]) -> [String]? {
        guard parts.count == pattern.count else { return nil }
        var parameters: [String] = []
        for (part, expected) in zip(parts, pattern) {
            if let expected {
                guard part == expected else { return nil }
            } else {
                guard !part.isEmpty, !part.utf8.contains(0) else { return nil }
                parameters.append(part)
            }
        }
        return parameters
    }
}
