// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Why something cannot happen to a build of an app.
package enum BuildError: Error, Equatable, Sendable, CustomStringConvertible {
    case illegal(IllegalTransition)
    /// It has no releases before it has been processed.
    case notProcessed
    /// A context goes back only to what its devices have had.
    case neverReleased(ReleaseContext)
    /// Files are uploaded for builds that wait for theirs.
    case notAwaitingUpload(VersionState)
    /// A build is of one version of the app in the store.
    case otherVersion(id: String)
    /// An app version is called as the app calls itself.
    case otherVersionString(build: String, version: String)
    /// The version of the app is under review, or was, and goes on with the build that it has.
    case versionDecided(AppStoreReleaseState)
    /// What is submitted for review has a build.
    case missing
    /// Only what nobody has been shown is deleted.
    case versionKept(AppStoreReleaseState)
    /// What testers do not get any more stays so.
    case expired
    /// It may be about to go out.
    case underReview(state: String)

    package var description: String {
        switch self {
        case .illegal(let transition): "the build: \(transition)"
        case .notProcessed: "the build has not been processed: it has no releases until it is COMPLETE"
        case .neverReleased(let context):
            "the build was never released in \(context.rawValue): submit it for review there first"
        case .notAwaitingUpload(let state):
            "the build is \(state.rawValue), and is uploaded once: make another one for another archive"
        case .otherVersionString(let build, let version):
            "the build is of the version \(build) of the app (CFBundleShortVersionString), and the app version is \(version)"
        case .otherVersion(let id): "the build is that of the app version \(id) already"
        case .versionDecided(let state):
            "the app version is \(state.rawValue) with the build that it has: make another one for another build"
        case .missing: "the app version has no build: name one before it is reviewed"
        case .versionKept(let state):
            "the app version is \(state.rawValue), and is deleted while it is "
                + "\(AppStoreReleaseState.prepareForSubmission.rawValue)"
                + (state.isInSubmission ? ": remove it from its submission first" : ": everybody has it, or had it")
        case .expired: "the build is expired, and stays so: upload another one"
        case .underReview(let state):
            "the build is \(state): take its submission back, and expire it then"
        }
    }
}
