// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import System

/// Why an asset pack, or a file in it, is not there.
public enum ManagedBackgroundAssetsError: LocalizedError, CustomStringConvertible {
    /// There is no pack of this ID: the server does not list it, or no version of it is on this device.
    case assetPackNotFound(withID: String)
    /// No pack on this device has this file.
    case fileNotFound(at: FilePath)

    public var description: String {
        switch self {
        case .assetPackNotFound(let id):
            "There is no asset pack \"\(id)\" here: look for its ID in the download manifest, and whether it was downloaded."
        case .fileNotFound(let path):
            "No asset pack on this device has the file \"\(path)\": make its pack available locally first."
        }
    }

    public var errorDescription: String? { description }
}
