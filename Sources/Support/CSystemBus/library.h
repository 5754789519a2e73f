// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0
//
// The functions of sd-bus(3), as they were found when the first bus was opened.

#pragma once

#include <systemd/sd-bus.h>

#include "include/CSystemBus.h"

struct ba_bus {
    sd_bus *bus;
};

// By their names without "sd_bus_".
#define FUNCTIONS(F)                                                                                                     \
    F(new) F(set_address) F(set_bus_client) F(set_method_call_timeout) F(start) F(flush_close_unref) F(add_match)          \
    F(message_new_method_call) F(message_set_auto_start) F(message_append) F(call) F(message_unref)          \
    F(message_peek_type) F(message_enter_container) F(message_read_basic) F(process) F(get_fd) F(get_events)                \
    F(message_append_strv) F(message_open_container) F(message_close_container) F(message_read) F(message_read_strv)        \
    F(message_get_member) F(slot_unref) F(wait)

#define DECLARE(name) extern __typeof__(&sd_bus_##name) bus_##name;
FUNCTIONS(DECLARE)
#undef DECLARE
