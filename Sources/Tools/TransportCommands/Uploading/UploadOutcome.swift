// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ToolSupport

/// What has become of an archive.
struct UploadOutcome: Encodable, Sendable {
    enum Result: String, Encodable {
        /// It is the archive of a new version.
        case uploaded
        /// The newest version has this archive already.
        case unchanged
        case failed
    }

    let archive: String
    let assetPackID: String
    var backgroundAssetID: String?
    var versionID: String?
    var version: Int?
    /// That of the version, as the server spells it.
    var state: String?
    var result = Result.failed
    /// Bytes of parts that were sent now.
    var bytesSent: Int64 = 0
    /// Bytes of parts that had arrived before.
    var bytesResumed: Int64 = 0
    var errors: [APIProblem] = []
    var warnings: [APIProblem] = []
    /// Why it has come to nothing.
    var failure: String?
    /// The status with which a command for this archive alone would end.
    var exitStatus: Int32 = 0

    init(_ archive: LocalArchive) {
        self.archive = archive.path
        assetPackID = archive.packID
    }

    /// Takes over what there is to be said of a version.
    mutating func take(_ version: VersionRecord) {
        versionID = version.id
        self.version = version.number
        state = version.state
        errors = version.errors
        warnings = version.warnings
    }

    /// Says, and keeps, why it has come to nothing.
    mutating func fail(_ error: TransportError) {
        result = .failed
        failure = "\(error)"
        exitStatus = error.exitCode.rawValue
        Console.standard.note("error: \(error)")
    }

    /// Says what there is to be said of the version.
    mutating func end() {
        if exitStatus == 0, state == "FAILED" {
            fail(
                .processingFailed(
                    "\(assetPackID): the host could not process version \(version ?? 0)"
                        + errors.map { "\n  \($0)" }.joined()))
        }
        for warning in warnings { Console.standard.warn("\(assetPackID): \(warning)") }
    }
}
