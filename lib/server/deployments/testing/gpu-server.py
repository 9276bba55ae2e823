"""An inference server for tests on machines with NVIDIA GPUs: takes memory of every GPU that the driver shows it, and
reports these GPUs. It calls the driver directly and needs no packages."""

import ctypes
import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

NO_DEVICE = 100
# Above the share of memory up to which a GPU counts as free.
SHARE = 0.1


def check(status):
    if status != 0:
        raise RuntimeError(f"the driver returned {status}")


def take_memory():
    """PCI bus ids of the GPUs of this process, each of which loses a part of its memory."""
    cuda = ctypes.CDLL("libcuda.so.1")
    status = cuda.cuInit(0)
    if status == NO_DEVICE:
        return []
    check(status)
    count = ctypes.c_int()
    check(cuda.cuDeviceGetCount(ctypes.byref(count)))
    return [take(cuda, index) for index in range(count.value)]


def take(cuda, index):
    device = ctypes.c_int()
    check(cuda.cuDeviceGet(ctypes.byref(device), index))
    name = ctypes.create_string_buffer(32)
    check(cuda.cuDeviceGetPCIBusId(name, len(name), device))
    context = ctypes.c_void_p()
    check(cuda.cuDevicePrimaryCtxRetain(ctypes.byref(context), device))
    check(cuda.cuCtxSetCurrent(context))
    free, total = ctypes.c_size_t(), ctypes.c_size_t()
    check(cuda.cuMemGetInfo_v2(ctypes.byref(free), ctypes.byref(total)))
    memory = ctypes.c_void_p()
    check(cuda.cuMemAlloc_v2(ctypes.byref(memory), ctypes.c_size_t(int(total.value * SHARE))))
    return name.value.decode()


GPUS = take_memory()


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        body = json.dumps({"gpus": GPUS}).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()
