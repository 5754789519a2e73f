// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

@_exported import let FoundationNetworking.NSURLSessionTransferSizeUnknown
@_exported import let FoundationNetworking.URLSessionDownloadTaskResumeData

// Keys that Foundation has under other names, or not at all.

/// In the information of the error of a download: the data by which another one goes on with what has come.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let NSURLSessionDownloadTaskResumeData = URLSessionDownloadTaskResumeData
