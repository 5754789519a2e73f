// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// An X.509 certificate.
public final class SecCertificate: Sendable {
    let data: Data

    package init(der: Data) { data = der }
}

/// A certificate in DER.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func SecCertificateCopyData(_ certificate: SecCertificate) -> Data { certificate.data }
