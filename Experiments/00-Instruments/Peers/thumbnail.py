"""Thumbnails by Pillow: a peer of ours, asked over its standard input. thumbnail.c answers the same
by libvips, and tells what the commands are."""

import io
import sys
import time

import PIL
from PIL import Image


def thumbnail(data, side):
    """From a file's bytes to samples in memory: at most so long a side, not turned."""
    image = Image.open(io.BytesIO(data))
    image.thumbnail((side, side), Image.Resampling.LANCZOS)
    image.load()
    return image


def status_bytes(name):
    """A number of kibibytes in /proc/self/status, in bytes."""
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) * 1024 for line in status if line.startswith(name))


def bytes_of_peak(data, side):
    """How many bytes more than before were resident at most."""
    with open("/proc/self/clear_refs", "w") as references:
        references.write("5")
    base = status_bytes("VmRSS:")
    made = thumbnail(data, side)
    peak = status_bytes("VmHWM:")
    del made
    return (peak - base,)


def timed(data, side):
    """Nanoseconds by the clock, and of the processors."""
    wall, processor = time.monotonic_ns(), time.process_time_ns()
    made = thumbnail(data, side)
    times = time.monotonic_ns() - wall, time.process_time_ns() - processor
    del made
    return times


def written(data, side, output):
    """Width and height, once the output holds the samples."""
    made = thumbnail(data, side)
    if made.mode != "RGB":
        raise ValueError("not RGB")
    with open(output, "wb") as file:
        file.write(made.tobytes())
    return made.size


def answer(command, *words):
    if command == "name":
        return (f"Pillow {PIL.__version__}",)
    with open(words[0], "rb") as file:
        data = file.read()
    actions = {"time": timed, "peak": bytes_of_peak, "pixels": written}
    return actions[command](data, int(words[1]), *words[2:])


for line in sys.stdin:
    try:
        answered = answer(*line.rstrip("\n").split("\t"))
    except Exception as error:  # whatever it is, the next command has nothing to do with it
        answered = ("error", " ".join(str(error).split()))
    print(*answered, sep="\t", flush=True)
