// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel
internal import HostingStorage

/// What is a member's own: keys by which their programs do what they themselves may do.
enum AccountPages {
    private static let longestName = 200

    static let routes = [
        ConsoleRoute.get("account", .read) { call throws(ConsoleFailure) in .page(try await content(call)) },
        ConsoleRoute.post("account/keys", .read, perform: createKey),
        ConsoleRoute.post("account/keys/*/revoke", .read, perform: revokeKey),
    ]

    /// - `secret`: what is shown once.
    static func content(
        _ call: ConsoleCall, secret: TeamContent.Secret? = nil, problem: String? = nil
    ) async throws(ConsoleFailure) -> AccountContent {
        let member = try call.member
        return try await call.store.asking { (store) throws(StorageError) in
            var names: [String] = []
            for id in member.appIDs ?? [] { names.append(try await store.app(id)?.name ?? id) }
            return AccountContent(
                member, try await store.keys(ofMember: member.id), appNames: names,
                name: problem == nil ? "" : call.form["name"] ?? "", secret: secret, problem: problem)
        }
    }

    private static func createKey(_ call: ConsoleCall) async throws(ConsoleFailure) -> ConsoleAnswer {
        let member = try call.member
        guard let name = call.form.text("name"), name.count <= longestName else {
            return .refused(
                try await content(call, problem: "Give the key a name, of \(longestName) characters at most."))
        }
        let made = try await call.once("key") { (store) throws(StorageError) in
            try await store.createKey(of: member, name: name)
        }
        guard let made else { return .refused(try await content(call, problem: ConsoleCall.toldBefore)) }
        return .page(
            try await content(call, secret: .individualKey(made.key.id, privateKey: made.privateKey)))
    }

    private static func revokeKey(_ call: ConsoleCall) async throws(ConsoleFailure) -> ConsoleAnswer {
        let (id, member) = (call.parameters[0], try call.member)
        try await call.store.asking { (store) throws(StorageError) in
            try await store.revokeKey(id, ofMember: member.id)
        }
        return .redirect("/account")
    }
}
