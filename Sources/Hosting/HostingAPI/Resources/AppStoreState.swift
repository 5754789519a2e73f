// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel

/// The same states by their older names, which many clients still go by.
enum AppStoreState {
    /// All of them; some do not occur here.
    static let names = [
        "ACCEPTED", "DEVELOPER_REMOVED_FROM_SALE", "DEVELOPER_REJECTED", "IN_REVIEW", "INVALID_BINARY",
        "METADATA_REJECTED", "PENDING_APPLE_RELEASE", "PENDING_CONTRACT", "PENDING_DEVELOPER_RELEASE",
        "PREPARE_FOR_SUBMISSION", "PREORDER_READY_FOR_SALE", "PROCESSING_FOR_APP_STORE", "READY_FOR_REVIEW",
        "READY_FOR_SALE", "REJECTED", "REMOVED_FROM_SALE", "WAITING_FOR_EXPORT_COMPLIANCE", "WAITING_FOR_REVIEW",
        "REPLACED_WITH_NEW_VERSION", "NOT_APPLICABLE",
    ]

    static func name(of state: AppStoreReleaseState) -> String {
        switch state {
        case .processingForDistribution: "PROCESSING_FOR_APP_STORE"
        case .readyForDistribution: "READY_FOR_SALE"
        default: state.appVersionState
        }
    }
}

extension AppStoreReleaseState {
    /// Those that filters by both names leave; nil where neither is used.
    static func filtered(appStoreStates: [String]?, appVersionStates: [String]?) -> [AppStoreReleaseState]? {
        if appStoreStates == nil, appVersionStates == nil { return nil }
        return allCases.filter { state in
            (appStoreStates?.contains(AppStoreState.name(of: state)) ?? true)
                && (appVersionStates?.contains(state.appVersionState) ?? true)
        }
    }
}
