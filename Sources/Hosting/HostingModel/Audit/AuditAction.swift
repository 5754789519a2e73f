// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// A kind of change of what a host keeps. The raw values are on record for good.
package enum AuditAction: String, CaseIterable, Sendable {
    case createApp = "app.create"
    case renameApp = "app.rename"
    case makePrivate = "app.make-private"
    case makePublic = "app.make-public"
    case changeReviewPolicy = "app.change-review-policy"
    case createDeviceToken = "device-token.create"
    case revokeDeviceToken = "device-token.revoke"

    case createPack = "pack.create"
    case takeBackPack = "pack.take-back"
    case archivePack = "pack.archive"
    case unarchivePack = "pack.unarchive"
    case makePackPrivate = "pack.make-private"
    case makePackPublic = "pack.make-public"

    case createVersion = "version.create"
    case uploadVersion = "version.upload"
    case takeBackVersion = "version.take-back"
    case processVersion = "version.process"
    case limitVersion = "version.limit"

    case pinRelease = "release.pin"
    case unpinRelease = "release.unpin"
    case rollOutRelease = "release.rollout"
    case startRollouts = "release.rollout-start"

    case submitForBeta = "beta.submit"
    case withdrawFromBeta = "beta.withdraw"
    case beginBetaReview = "beta.begin-review"
    case approveForBeta = "beta.approve"
    case rejectForBeta = "beta.reject"

    case createReview = "review.create"
    case addToReview = "review.add"
    case removeFromReview = "review.remove"
    case resolveInReview = "review.resolve"
    case submitReview = "review.submit"
    case cancelReview = "review.cancel"
    case beginReview = "review.begin-review"
    case acceptInReview = "review.accept"
    case rejectInReview = "review.reject"

    case createBuild = "build.create"
    case uploadBuild = "build.upload"
    case takeBackBuild = "build.take-back"
    case processBuild = "build.process"
    case restoreBuild = "build.restore"
    case expireBuild = "build.expire"
    case declareEncryption = "build.declare-encryption"
    case createAppVersion = "app-version.create"
    case deleteAppVersion = "app-version.delete"
    case setBuild = "app-version.set-build"

    case createWebhook = "webhook.create"
    case changeWebhook = "webhook.change"
    case deleteWebhook = "webhook.delete"
    case pingWebhook = "webhook.ping"
    case redeliver = "webhook.redeliver"

    case createKey = "key.create"
    case revokeKey = "key.revoke"
    case addMember = "member.add"
    case changeMember = "member.change"
    case removeMember = "member.remove"
    case inviteMember = "member.invite"
    case setPassword = "member.set-password"
    case signIn = "member.sign-in"
    case signOut = "member.sign-out"
    case setMailServer = "mail.set"
    case restoreHost = "host.restore"
    case adoptObjects = "host.adopt-objects"
}
