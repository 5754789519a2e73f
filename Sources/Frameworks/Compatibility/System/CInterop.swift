// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

public import Glibc

/// The C `mode_t`.
public typealias CModeT = mode_t

/// The names of C's types that this module's interface uses.
public enum CInterop {
    /// The C `mode_t`.
    public typealias Mode = mode_t

    /// The C `char`.
    public typealias Char = CChar

    /// The character of paths and of C strings: a `char` on Linux.
    public typealias PlatformChar = CInterop.Char

    /// What strings of the platform are read as: UTF-8 on Linux.
    public typealias PlatformUnicodeEncoding = UTF8
}
