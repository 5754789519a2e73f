// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HTTPTypes
internal import HostingModel
internal import HostingStorage

extension ConsoleCall {
    /// The field of a form that tells it from another one: a page that is loaded again sends its form again.
    private static let field = "once"

    /// Does what a form asks for, unless the same form has come before.
    ///
    /// - `name`: of what is done: forms of one page do not stand in each other's way.
    /// - Returns: nil when it has.
    func once<Value>(
        _ name: String, _ body: (HostStore) async throws(StorageError) -> Value
    ) async throws(ConsoleFailure) -> Value? {
        guard let secret = form[Self.field].flatMap({ Secret($0) }) else {
            throw ConsoleFailure(.badRequest, "This is no form that the page has sent.")
        }
        let request = RepeatableRequest(callerID: try member.id, name: "form \(secret.digest) \(name)", digest: "")
        let standing = try await store.asking { (store) throws(StorageError) in try await store.begin(request) }
        guard case .new(let turn) = standing else { return nil }
        let made: Value
        do throws(ConsoleFailure) {
            made = try await turn.doing { () async throws(ConsoleFailure) in try await store.asking(body) }
        } catch {
            // What is refused has done nothing, and may be sent again.
            try await store.asking { (store) throws(StorageError) in try await store.abandon(turn) }
            throw error
        }
        try await store.asking { (store) throws(StorageError) in _ = try await store.end(turn, status: 200, body: "") }
        return made
    }

    /// What is told of a form whose secret was shown the first time.
    static let toldBefore =
        "This form was sent before, and the key was made then. Its private half was shown that once: revoke the key and make "
        + "another one if it is lost."
}
