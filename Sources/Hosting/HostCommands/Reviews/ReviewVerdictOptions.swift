// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import HostingModel
internal import ToolSupport

/// What `approve` and `reject` are told.
struct ReviewVerdictOptions: ParsableArguments {
    @Argument(help: "The ID of the submission, as `ba-host review list` shows it.") var id: String
    @OptionGroup var storage: StorageOptions
    @Option(help: ArgumentHelp("Only this pack of it; can be given more than once.", valueName: "identifier"))
    var pack: [String] = []
    @Option(help: ArgumentHelp("What whoever has submitted it reads.", valueName: "text")) var message: String?

    func validate() throws {
        if let fault = message.flatMap(ReviewMessage.fault) { throw ValidationError(fault) }
    }

    func give(_ verdict: String, accepts: Bool) async throws {
        let state = try await storage.withStore { store in
            try await ReviewVerdict(accepts: accepts, packs: pack, message: message).give(on: id, in: store)
        }
        let what = pack.isEmpty ? "" : "\(pack.joined(separator: ", ")) of "
        Console.standard.note("\(verdict) \(what)\(id): it is \(state).")
    }
}
