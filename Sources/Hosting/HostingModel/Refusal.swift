// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Why a host does not do what it is asked, though nothing is wrong with it: the state of things forbids it.
package enum Refusal: Error, Equatable, Sendable, CustomStringConvertible {
    /// - `type`: as App Store Connect calls it.
    case notFound(type: String, id: String)
    /// What a request refers to is not there.
    case relatedNotFound(relationship: String, type: String, id: String)
    /// Something else has this value, which only one can have.
    case taken(attribute: String, value: String)
    /// It is no identifier of a pack.
    case identifierInvalid(String, reason: String)
    /// Nothing new comes for a pack that is archived.
    case packArchived(identifier: String)
    case tooManyPacks(limit: Int)
    /// Files are uploaded for versions that wait for theirs.
    case versionNotAwaitingUpload(number: Int, VersionState)
    /// Of each kind, a version has one file that is not failed.
    case fileReserved(type: UploadAssetType)
    case fileNotAwaitingUpload(name: String, UploadFileState)
    case partsMissing(name: String, missing: [Int], count: Int)
    /// A part is not what was announced of it.
    case partDiffers(number: Int, announced: String, found: String)
    /// A part has another number of bytes.
    case partSizeDiffers(number: Int, announced: Int64, found: Int64)
    /// What has arrived is not what was announced.
    case checksumDiffers(attribute: String, algorithm: String, announced: String, found: String)
    case tooManyWebhooks(limit: Int)
    /// Of somebody of the team.
    case tooManyKeys(limit: Int)
    /// It is good no more since then.
    case revoked(type: String, id: String, time: Timestamp)
    /// Bytes that an app may have, and would have.
    case quotaExceeded(limit: Int64, needed: Int64)
    /// The versions of an app, from one to another before it.
    case appVersionsInvalid(lowest: AppVersionNumber, highest: AppVersionNumber)
    case webhookAddressInvalid(reason: String)
    /// An attribute that would be empty.
    case empty(attribute: String)
    case release(ReleaseError)
    case review(ReviewError)
    case build(BuildError)

    package var description: String {
        switch self {
        case .notFound(let type, let id), .relatedNotFound(_, let type, let id):
            "There is no resource of type '\(type)' with id '\(id)'"
        case .taken(let attribute, let value): "The \(attribute) '\(value)' is in use already"
        case .identifierInvalid(let identifier, let reason):
            "'\(identifier)' is no identifier of an asset pack: \(reason)"
        case .packArchived(let identifier):
            "The asset pack '\(identifier)' is archived: un-archive it, or make another one"
        case .tooManyPacks(let limit): "An app may have \(limit) asset packs that are not archived: archive one"
        case .versionNotAwaitingUpload(let number, let state):
            "Version \(number) is \(state.rawValue): files are uploaded while it is AWAITING_UPLOAD; make a new version"
        case .fileReserved(let type): "The version has a file of type \(type.rawValue) already: upload that one"
        case .fileNotAwaitingUpload(let name, let state):
            "The file '\(name)' is \(state.rawValue), and can be committed once"
        case .partsMissing(let name, let missing, let count):
            "\(missing.count) of the \(count) parts of '\(name)' have not arrived: \(Self.list(missing))"
        case .partDiffers(let number, let announced, let found):
            "The MD5 of part \(number) is \(found), and \(announced) was announced: send it again"
        case .partSizeDiffers(let number, let announced, let found):
            "Part \(number) has \(found) bytes in place of \(announced): send it again"
        case .checksumDiffers(_, let algorithm, let announced, let found):
            "The \(algorithm) of what was uploaded is \(found), and \(announced) was announced: upload it again"
        case .appVersionsInvalid(let lowest, let highest):
            "No version of the app is from \(lowest) to \(highest): the lowest comes first"
        case .tooManyWebhooks(let limit): "An app may have \(limit) web hooks: delete one"
        case .tooManyKeys(let limit): "Somebody may have \(limit) keys of their own: revoke one"
        case .revoked(let type, let id, let time):
            "The \(type) '\(id)' was revoked at \(time): nobody can use it any more"
        case .quotaExceeded(let limit, let needed):
            "The asset packs of the app would have \(needed) bytes, and may have \(limit): archive a pack, or upload less"
        case .webhookAddressInvalid(let reason): "The URL cannot be that of a web hook: \(reason)"
        case .empty(let attribute): "The attribute '\(attribute)' must not be empty"
        case .release(let error): "\(error)"
        case .review(let error): "\(error)"
        case .build(let error): "\(error)"
        }
    }

    private static func list(_ numbers: [Int]) -> String {
        let shown = numbers.prefix(10).map(String.init).joined(separator: ", ")
        return numbers.count > 10 ? shown + " and \(numbers.count - 10) more" : shown
    }
}
