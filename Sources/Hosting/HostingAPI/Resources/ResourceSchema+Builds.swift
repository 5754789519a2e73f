// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import HostingModel

// Of Apple's types, as far as review and contexts need them.
extension ResourceSchema {
    /// What processing has made of a build, as App Store Connect names it.
    enum BuildProcessingState: String, CaseIterable {
        case processing = "PROCESSING"
        case failed = "FAILED"
        case invalid = "INVALID"
        case valid = "VALID"
    }

    static let builds = ResourceSchema(
        "builds",
        attributes: [
            .init("version", .string()), .init("uploadedDate", .string(format: .dateTime)), .init("expired", .bool),
            .init("processingState", .enumeration(BuildProcessingState.allCases.map(\.rawValue))),
        ], relationships: [.init("app", "apps")])

    static let appStoreVersions = ResourceSchema(
        "appStoreVersions",
        attributes: [
            .init("platform", .enumeration(ApplePlatform.allCases.map(\.rawValue))), .init("versionString", .string()),
            .init("appVersionState", .enumeration(appVersionStates)),
            .init("createdDate", .string(format: .dateTime)),
        ], relationships: [.init("app", "apps"), .init("build", "builds")])

    /// Those of App Store Connect that occur here.
    private static let appVersionStates = AppStoreReleaseState.allCases.map { appVersionState($0) }

    static func appVersionState(_ state: AppStoreReleaseState) -> String {
        state == .superseded ? "REPLACED_WITH_NEW_VERSION" : state.rawValue
    }

    /// A build as it is uploaded here, and where devices get it. They have the identifiers of builds.
    static let appBuilds = ResourceSchema(
        "appBuilds", prefix: "/ba/v1",
        attributes: [
            .init("fileName", .string()), .init("fileSize", .integer(1...largestInteger)),
            .init("uploadOperations", .array(.object(uploadOperation))),
            .init("state", .enumeration(VersionState.allCases.map(\.rawValue))),
            .init("stateDetails", stateDetails), .init("createdDate", .string(format: .dateTime)),
            .init("version", .string(), isNullable: true), .init("build", .string(), isNullable: true),
            .init("architecture", .string(), isNullable: true),
            .init("installedSize", .integer(0...Int64.max), isNullable: true),
            .init("sha256", .string(), isNullable: true),
            .init("internalBetaState", states(InternalBetaReleaseState.self), isNullable: true),
            .init("externalBetaState", states(ExternalBetaReleaseState.self), isNullable: true),
            .init("appStoreState", states(AppStoreReleaseState.self), isNullable: true),
        ], relationships: [.init("app", "apps"), .init("build", "builds")])

    private static func states<State: StateMachine>(_ type: State.Type) -> ValueSchema {
        .enumeration(State.allCases.map(\.rawValue))
    }
}
