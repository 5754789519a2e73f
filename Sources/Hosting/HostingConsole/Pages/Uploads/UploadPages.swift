// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel
internal import HostingStorage

/// Uploading an archive by a form alone: scripts do it by the interface, in parts that they can go on with.
enum UploadPages {
    private static let suffix = ".aar"
    private static let longestName = 255

    static let routes = [ConsoleRoute.upload("apps/*/uploads", .upload, perform: upload)]

    private static func upload(
        _ call: ConsoleCall, _ file: IncomingFile?, _ form: inout IncomingForm
    ) async throws(ConsoleFailure) -> ConsoleAnswer {
        let app = try await call.app(call.parameters[0])
        guard let file, !file.name.isEmpty, file.size > 0 else {
            return .refused(
                try await AppPages.content(of: app, call, problem: "Choose an archive that has something in it."))
        }
        guard file.name.count <= longestName else {
            return .refused(
                try await AppPages.content(
                    of: app, call, problem: "The name of a file has \(longestName) characters at most."))
        }
        let reserved: UploadFile
        do throws(ConsoleFailure) {
            reserved = try await call.store.asking { (store) throws(StorageError) in
                let pack = try await pack(of: app, for: file, in: store)
                return try await store.createVersion(packID: pack.id, archive: file.name, size: file.size)
            }
        } catch {
            guard error.isConflict else { throw error }
            return .refused(try await AppPages.content(of: app, call, problem: error.reason))
        }
        do throws(ConsoleFailure) {
            try await form.store(reserved.upload, in: call.store)
            try await call.store.asking { (store) throws(StorageError) in _ = try await store.commitFile(reserved.id) }
        } catch { throw await takenBack(reserved, error, call) }
        return .redirect("/versions/\(reserved.versionID)")
    }

    /// That which a file is named after; it is made where there is none yet.
    private static func pack(
        of app: HostedApp, for file: IncomingFile, in store: HostStore
    ) async throws(StorageError) -> HostedPack {
        let hasSuffix = file.name.lowercased().hasSuffix(suffix)
        let identifier = hasSuffix ? String(file.name.dropLast(suffix.count)) : file.name
        var listing = PackListing(appID: app.id, limit: 1)
        listing.identifiers = [identifier]
        if let found = try await store.packs(listing).elements.first { return found.pack }
        return try await store.createPack(appID: app.id, identifier: identifier)
    }

    /// What is told of an upload that came to nothing, of which nothing is to stay.
    private static func takenBack(
        _ file: UploadFile, _ failure: ConsoleFailure, _ call: ConsoleCall
    ) async -> ConsoleFailure {
        do throws(ConsoleFailure) {
            try await call.store.asking { (store) throws(StorageError) in try await store.takeBackVersion(of: file) }
        } catch {
            return ConsoleFailure(
                failure.status,
                "\(file.name) was not uploaded. \(failure.reason) Its version stays, and waits for an upload that does not come: "
                    + "upload the file again, as another one.")
        }
        return ConsoleFailure(
            failure.status,
            "\(file.name) was not uploaded, and nothing of it is kept: upload it again. \(failure.reason)")
    }
}
