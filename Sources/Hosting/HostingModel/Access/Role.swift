// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What a member of the team, or a key, may do (hosting-api 4).
package enum Role: String, CaseIterable, Codable, Hashable, Sendable {
    case accountHolder = "ACCOUNT_HOLDER"
    case admin = "ADMIN"
    case appManager = "APP_MANAGER"
    case developer = "DEVELOPER"
    /// Sees, and reviews what is submitted.
    case reviewer = "REVIEWER"
    /// Sees.
    case readOnly = "READ_ONLY"

    /// As people call it.
    package var title: String {
        switch self {
        case .accountHolder: "Account Holder"
        case .admin: "Admin"
        case .appManager: "App Manager"
        case .developer: "Developer"
        case .reviewer: "Reviewer"
        case .readOnly: "Read Only"
        }
    }

    package func allows(_ permission: Permission) -> Bool { permissions.contains(permission) }

    package var permissions: Set<Permission> {
        switch self {
        case .accountHolder, .admin: Set(Permission.allCases)
        case .appManager: [.read, .upload, .submit, .archive, .release, .manageWebhooks, .manageApps]
        case .developer: [.read, .upload, .submit, .archive]
        case .reviewer: [.read, .review]
        case .readOnly: [.read]
        }
    }
}
