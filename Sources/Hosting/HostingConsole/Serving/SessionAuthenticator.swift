// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import HTTPTypes
package import HostingAPI
package import HostingDelivery
internal import HostingModel
package import HostingStorage

/// Knows members of the team by their sessions, where a script of this host's own pages asks for something: it shows the token that
/// forms have, which no other page knows.
package struct SessionAuthenticator: APIAuthenticator {
    private static let field = HTTPField.Name("X-Form-Token")

    private let store: HostStore
    private let others: any APIAuthenticator

    /// - `others`: knows whoever has no session.
    package init(store: HostStore, others: any APIAuthenticator) {
        self.store = store
        self.others = others
    }

    package func callerAtHand(
        of fields: any RequestFields, method: String, target: String, _ change: Int64
    ) -> APICaller? {
        fields[.authorization] == nil
            ? nil : others.callerAtHand(of: fields, method: method, target: target, change)
    }

    package func caller(
        of headers: HTTPFields, method: String, target: String
    ) async throws(APIFailure) -> APICaller {
        guard headers[.authorization] == nil, let token = Self.field.flatMap({ headers[$0] }),
            let secret = SessionCookie.secret(of: headers)
        else { return try await others.caller(of: headers, method: method, target: target) }
        let session: MemberSession?
        do throws(StorageError) { session = try await store.session(secret) } catch {
            throw APIFailure(storage: error)
        }
        guard let session, session.formToken == token else {
            throw APIFailure(.notAuthorized("You are signed in no longer, or by another session: load the page anew"))
        }
        let member = session.member
        return APICaller(
            id: member.id, role: member.role, appIDs: member.appIDs.map(Set.init), kind: .member)
    }
}
