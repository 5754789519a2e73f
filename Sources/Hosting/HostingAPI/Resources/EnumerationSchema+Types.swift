// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import HostingModel

// With the names that App Store Connect's document has for them, where it has any.
extension EnumerationSchema {
    static let platform = EnumerationSchema("Platform", ApplePlatform.self)
    static let appStoreVersionState = EnumerationSchema("AppStoreVersionState", AppStoreState.names)
    static let appVersionState = EnumerationSchema("AppVersionState", AppVersionState.names)
    static let betaReviewState = EnumerationSchema("BetaReviewState", BetaReviewState.self)
    static let versionState = EnumerationSchema("BackgroundAssetVersionState", VersionState.self)
    static let internalBetaReleaseState = EnumerationSchema(
        "BackgroundAssetVersionInternalBetaReleaseState", InternalBetaReleaseState.self)
    static let externalBetaReleaseState = EnumerationSchema(
        "BackgroundAssetVersionExternalBetaReleaseState", ExternalBetaReleaseState.self)
    static let appStoreReleaseState = EnumerationSchema(
        "BackgroundAssetVersionAppStoreReleaseState", AppStoreReleaseState.self)
    static let checksumAlgorithm = EnumerationSchema("ChecksumAlgorithm", ["MD5", "SHA_256"])
    static let reviewSubmissionState = EnumerationSchema("ReviewSubmissionState", ReviewSubmissionState.self)
    static let reviewItemState = EnumerationSchema("ReviewSubmissionItemState", ReviewItemState.self)
    static let uploadFileState = EnumerationSchema("BackgroundAssetUploadFileState", UploadFileState.self)
    static let uploadAssetKind = EnumerationSchema("BackgroundAssetUploadFileAssetKind", UploadAssetType.self)
    static let buildProcessingState = EnumerationSchema(
        "BuildProcessingState", ResourceSchema.BuildProcessingState.self)
    static let releaseKind = EnumerationSchema("AppStoreVersionReleaseKind", ResourceSchema.releaseTypes)
    static let webhookDeliveryState = EnumerationSchema("WebhookDeliveryState", WebhookDeliveryState.self)
    /// App Store Connect calls it WebhookEventType, which is also what generators make of the `type` of a WebhookEvent.
    static let webhookEventName = EnumerationSchema("WebhookEventName", WebhookEventType.self)

    // What it has none for.
    static let devicePlatform = EnumerationSchema("DevicePlatform", Platform.self)
    static let releaseContext = EnumerationSchema("ReleaseContext", ReleaseContext.self)
    static let auditAction = EnumerationSchema("AuditAction", AuditAction.self)
    /// What filters take of an attribute that is true or not.
    static let truth = EnumerationSchema("Truth", ["true", "false"])
}
