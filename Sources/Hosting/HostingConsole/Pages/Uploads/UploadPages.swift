// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HTTPTypes
internal import HostingModel
internal import HostingStorage

/// Uploading an archive by a form alone: scripts do it by the interface, in parts that they can go on with.
enum UploadPages {
    private static let suffix = ".aar"
    private static let longestName = 255

    static let routes = [ConsoleRoute.upload("apps/*/uploads", .upload, perform: upload)]

    private static func upload(
        _ call: ConsoleCall, _ sent: IncomingFile?, _ form: inout IncomingForm
    ) async throws(ConsoleFailure) -> ConsoleAnswer {
        let app = try await call.app(call.parameters[0])
        let file: IncomingFile
        switch checked(sent) {
        case .failure(let fault): return .refused(try await AppPages.content(of: app, call, problem: fault.reason))
        case .success(let found): file = found
        }
        guard file.name.lowercased().hasSuffix(suffix) else {
            return .refused(
                try await AppPages.content(
                    of: app, call, problem: "The archive of a pack has a name that ends with \(suffix)."))
        }
        let reserved: UploadFile
        var newPackID: String?
        do throws(ConsoleFailure) {
            (reserved, newPackID) = try await call.store.asking { (store) throws(StorageError) in
                try await reserve(file, of: app, in: store)
            }
        } catch {
            guard error.isConflict else { throw error }
            return .refused(try await AppPages.content(of: app, call, problem: error.reason))
        }
        do throws(ConsoleFailure) {
            try await form.store(reserved.upload, in: call.store)
            try await call.store.asking { (store) throws(StorageError) in _ = try await store.commitFile(reserved.id) }
        } catch {
            throw await takenBack(reserved.name, error) { () async throws(ConsoleFailure) in
                try await call.store.asking { (store) throws(StorageError) in
                    try await store.takeBackVersion(of: reserved)
                    if let newPackID { try await store.takeBackPack(newPackID) }
                }
            }
        }
        return .redirect("/versions/\(reserved.versionID)")
    }

    /// Reserves the next version of the pack that a file is named after, but for its suffix.
    ///
    /// - Returns: it, and the identifier of the pack, where there was none yet and one was made.
    private static func reserve(
        _ file: IncomingFile, of app: HostedApp, in store: HostStore
    ) async throws(StorageError) -> (UploadFile, newPackID: String?) {
        let identifier = String(file.name.dropLast(suffix.count))
        var listing = PackListing(appID: app.id, limit: 1)
        listing.identifiers = [identifier]
        if let found = try await store.packs(listing).elements.first {
            return (try await store.createVersion(packID: found.pack.id, archive: file.name, size: file.size), nil)
        }
        let made = try await store.createPack(appID: app.id, identifier: identifier).id
        do throws(StorageError) {
            return (try await store.createVersion(packID: made, archive: file.name, size: file.size), made)
        } catch {
            try await store.takeBackPack(made)
            throw error
        }
    }

    /// - Returns: what was sent, when it is a file that can be taken.
    static func checked(_ file: IncomingFile?) -> Result<IncomingFile, ConsoleFailure> {
        guard let file, !file.name.isEmpty, file.size > 0 else {
            return .failure(ConsoleFailure(.unprocessableContent, "Choose an archive that has something in it."))
        }
        guard file.name.count <= longestName else {
            return .failure(
                ConsoleFailure(.unprocessableContent, "The name of a file has \(longestName) characters at most."))
        }
        return .success(file)
    }

    /// What is told of an upload that came to nothing, of which nothing is to stay.
    static func takenBack(
        _ name: String, _ failure: ConsoleFailure, _ takeBack: () async throws(ConsoleFailure) -> Void
    ) async -> ConsoleFailure {
        do throws(ConsoleFailure) { try await takeBack() } catch {
            return ConsoleFailure(
                failure.status,
                "\(name) was not uploaded. \(failure.reason) What was begun stays, and waits for an upload that does not "
                    + "come: upload the file again, which begins anew.", cause: failure.cause)
        }
        return ConsoleFailure(
            failure.status, "\(name) was not uploaded, and nothing of it is kept: upload it again. \(failure.reason)",
            cause: failure.cause)
    }
}
