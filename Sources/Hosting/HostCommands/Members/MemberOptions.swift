// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import HostingModel
internal import HostingStorage

/// Who somebody of the team is.
struct MemberOptions: ParsableArguments {
    @Option(help: "Their name, as lists show it.") var name: String?
    @Option(help: "What they may do.") var role: Role?
    @Option(
        name: .customLong("app"), parsing: .singleValue,
        help: "The bundle identifier of an app that they are limited to; may be given several times.")
    var apps: [String] = []
    @Flag(
        name: .customLong("mail"), inversion: .prefixedNo,
        help: "Tell them by mail what becomes of uploads and reviews, if they may upload.")
    var getsMail: Bool?

    func validate() throws {
        guard name.map({ DisplayName.isValid($0) }) ?? true else {
            throw ValidationError("--name is one line of at most \(DisplayName.longest) characters.")
        }
    }

    func values(in store: HostStore) async throws -> HostStore.MemberChange {
        var ids: [String] = []
        for bundleID in apps { ids.append(try await store.app(bundleID: bundleID).id) }
        return HostStore.MemberChange(name: name, role: role, appIDs: apps.isEmpty ? nil : ids, getsMail: getsMail)
    }
}

extension MailAddress: ExpressibleByArgument {
    package init?(argument: String) { self.init(argument) }
}
