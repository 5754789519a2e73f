#!/usr/bin/env python3
# This file is part of swift-background-assets.
# Copyright (c) 2026 the swift-background-assets authors
# SPDX-License-Identifier: Apache-2.0
"""The C interface from Python: `client.py LIBRARY PACK PATH` fetches a pack, reads a file of it and removes the pack."""

import ctypes
import os
import sys
import threading
from ctypes import CFUNCTYPE, POINTER, byref, c_char_p, c_int, c_int32, c_int64, c_size_t, c_uint32, c_void_p

PACK_EVENT = CFUNCTYPE(None, c_void_p, c_void_p)
PROGRESS_EVENT = CFUNCTYPE(None, c_void_p, c_void_p, c_int64, c_int64)
FAILURE_EVENT = CFUNCTYPE(None, c_void_p, c_void_p, c_void_p)
COMPLETION = CFUNCTYPE(None, c_void_p, c_void_p)


class Delegate(ctypes.Structure):
    _fields_ = [
        ("size", c_size_t), ("context", c_void_p), ("began", PACK_EVENT), ("paused", PACK_EVENT),
        ("finished", PACK_EVENT), ("progress", PROGRESS_EVENT), ("failed", FAILURE_EVENT),
    ]


FUNCTIONS = {
    "ba_version": (c_uint32, []),
    "ba_error_name": (c_char_p, [c_void_p]),
    "ba_error_message": (c_char_p, [c_void_p]),
    "ba_error_release": (None, [c_void_p]),
    "ba_pack_id": (c_char_p, [c_void_p]),
    "ba_pack_version": (c_int64, [c_void_p]),
    "ba_pack_release": (None, [c_void_p]),
    "ba_packs_count": (c_size_t, [c_void_p]),
    "ba_packs_at": (c_void_p, [c_void_p, c_size_t]),
    "ba_packs_release": (None, [c_void_p]),
    "ba_contents_bytes": (c_void_p, [c_void_p]),
    "ba_contents_size": (c_size_t, [c_void_p]),
    "ba_contents_release": (None, [c_void_p]),
    "ba_operation_copy_pack": (c_void_p, [c_void_p]),
    "ba_operation_release": (None, [c_void_p]),
    "ba_operation_wait": (c_int32, [c_void_p, POINTER(c_void_p)]),
    "ba_manager_shared": (c_void_p, []),
    "ba_manager_copy_packs": (c_int32, [c_void_p, POINTER(c_void_p), POINTER(c_void_p)]),
    "ba_manager_copy_pack": (c_int32, [c_void_p, c_char_p, POINTER(c_void_p), POINTER(c_void_p)]),
    "ba_manager_copy_pack_async": (
        c_int32, [c_void_p, c_char_p, COMPLETION, c_void_p, POINTER(c_void_p), POINTER(c_void_p)]),
    "ba_manager_ensure_local_availability": (
        c_int32, [c_void_p, POINTER(c_char_p), c_size_t, c_uint32, POINTER(c_void_p)]),
    "ba_manager_remove_pack": (c_int32, [c_void_p, c_char_p, POINTER(c_void_p)]),
    "ba_manager_copy_contents": (c_int32, [c_void_p, c_char_p, c_char_p, POINTER(c_void_p), POINTER(c_void_p)]),
    "ba_manager_open_file": (c_int32, [c_void_p, c_char_p, c_char_p, POINTER(c_int), POINTER(c_void_p)]),
    "ba_manager_set_delegate": (c_int32, [c_void_p, POINTER(Delegate), POINTER(c_void_p)]),
    "ba_manager_clear_delegate": (None, [c_void_p]),
}


class BackgroundAssetsError(Exception):
    pass


def load(path):
    library = ctypes.CDLL(path)
    for name, (result, arguments) in FUNCTIONS.items():
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    return library


def main():
    library = load(sys.argv[1])
    pack_id, path = os.fsencode(sys.argv[2]), os.fsencode(sys.argv[3])
    manager = library.ba_manager_shared()

    def call(function, *arguments):
        """Calls a function whose last argument is for an error."""
        error = c_void_p()
        result = function(*arguments, byref(error))
        if result != 0:
            name, message = library.ba_error_name(error), library.ba_error_message(error)
            library.ba_error_release(error)
            raise BackgroundAssetsError(result, name.decode(), message.decode())

    print("version %06x" % library.ba_version())
    packs = c_void_p()
    call(library.ba_manager_copy_packs, manager, byref(packs))
    names = [library.ba_pack_id(library.ba_packs_at(packs, index)) for index in range(library.ba_packs_count(packs))]
    library.ba_packs_release(packs)
    print("packs", [name.decode() for name in names])

    events, finished = [], threading.Event()

    def note(word):
        if not events or events[-1] != word:
            events.append(word)
        if word == "finished":
            finished.set()

    # Kept here for as long as the library may call them.
    delegate = Delegate(
        ctypes.sizeof(Delegate), None, PACK_EVENT(lambda context, pack: note("began")),
        PACK_EVENT(lambda context, pack: note("paused")), PACK_EVENT(lambda context, pack: note("finished")),
        PROGRESS_EVENT(lambda context, pack, completed, total: note("progress")),
        FAILURE_EVENT(lambda context, pack, error: note("failed")))
    call(library.ba_manager_set_delegate, manager, byref(delegate))
    call(library.ba_manager_ensure_local_availability, manager, (c_char_p * 1)(pack_id), 1, 0)
    finished.wait()
    library.ba_manager_clear_delegate(manager)
    print("events", [word for word in events if word != "progress"])

    completed = threading.Event()
    completion = COMPLETION(lambda context, operation: completed.set())
    operation = c_void_p()
    call(library.ba_manager_copy_pack_async, manager, pack_id, completion, None, byref(operation))
    completed.wait()
    pack = library.ba_operation_copy_pack(operation)
    print("pack", library.ba_pack_id(pack).decode(), library.ba_pack_version(pack))
    library.ba_pack_release(pack)
    library.ba_operation_release(operation)

    contents = c_void_p()
    call(library.ba_manager_copy_contents, manager, path, None, byref(contents))
    size = library.ba_contents_size(contents)
    print("contents", size, ctypes.string_at(library.ba_contents_bytes(contents), size)[:12])
    library.ba_contents_release(contents)
    descriptor = c_int()
    call(library.ba_manager_open_file, manager, path, pack_id, byref(descriptor))
    with os.fdopen(descriptor.value, "rb") as file:
        print("descriptor", len(file.read()))
    call(library.ba_manager_remove_pack, manager, pack_id)
    for wrong in [path, b"\xff\xfe", None]:
        try:
            call(library.ba_manager_copy_contents, manager, wrong, None, byref(contents))
        except BackgroundAssetsError as error:
            print("error", error.args[0], error.args[1])


main()
