#!/usr/bin/env python3
"""Makes expected.json: what shrinking and comparing must give, by other means.

    python3 -m pip install numpy pillow scikit-image
    python3 Tests/ImagingTests/Expected/make.py

`resized` is Lanczos3 as two matrix products in 64-bit floating point, before rounding to bytes;
where all of a picture is used it must agree with Pillow's filter for floating-point images.
`compared` is scikit-image's own. Pictures are not stored: they are SplitMix64's upper bytes.
"""

import json
import pathlib

import numpy
import PIL
import skimage
from PIL import Image
from skimage import metrics


def speckle(width, height, seed, has_alpha=False):
    steps = numpy.arange(1, 4 * width * height + 1, dtype=numpy.uint64)
    with numpy.errstate(over="ignore"):
        bits = numpy.uint64(seed) + steps * numpy.uint64(0x9E37_79B9_7F4A_7C15)
        bits = (bits ^ (bits >> numpy.uint64(30))) * numpy.uint64(0xBF58_476D_1CE4_E5B9)
        bits = (bits ^ (bits >> numpy.uint64(27))) * numpy.uint64(0x94D0_49BB_1331_11EB)
        bits ^= bits >> numpy.uint64(31)
    picture = (bits >> numpy.uint64(56)).astype(numpy.uint8).reshape(height, width, 4)
    if not has_alpha:
        picture[..., 3] = 255
    return picture


def lanczos3(distance):
    near = numpy.abs(distance) < 3
    return numpy.where(near, numpy.sinc(distance) * numpy.sinc(distance / 3), 0)


def matrix(count, extent, result_count):
    """One row of weights for each result; a last sample weighs what lies within the extent."""
    step = extent / result_count
    centres = (numpy.arange(result_count) + 0.5) * step
    samples = numpy.arange(count)
    weights = lanczos3((samples + 0.5 - centres[:, None]) / max(1, step))
    weights *= numpy.minimum(1, extent - samples)
    return weights / weights.sum(axis=1, keepdims=True)


def linear(samples):
    share = samples / 255
    return 255 * numpy.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)


def encoded(light):
    share = numpy.clip(light / 255, 0, 1)
    return 255 * numpy.where(
        share <= 0.0031308, share * 12.92, 1.055 * share ** (1 / 2.4) - 0.055
    )


def resized(picture, extent, size, has_alpha, light):
    height, width, _ = picture.shape
    numbers = picture.astype(float)
    if light == "linear":
        numbers[..., :3] = linear(numbers[..., :3])
    if has_alpha:
        numbers[..., :3] *= numbers[..., 3:] / 255
    across = matrix(width, extent[0], size[0])
    down = matrix(height, extent[1], size[1])
    numbers = numpy.einsum("oy,yxc->oxc", down, numpy.einsum("ox,yxc->yoc", across, numbers))
    alpha = numbers[..., 3:]
    if has_alpha:
        clear = alpha < 0.5
        numbers[..., :3] *= 255 / numpy.where(clear, 1, alpha)
        numbers = numpy.where(clear, 0, numbers)
    if light == "linear":
        numbers[..., :3] = encoded(numbers[..., :3])
    return numpy.clip(numbers, 0, 255)


def pillows(picture, size):
    """Channel by channel, in 32-bit floating point."""
    channels = [
        numpy.asarray(Image.fromarray(picture[..., lane].astype("f4")).resize(size, Image.LANCZOS))
        for lane in range(4)
    ]
    return numpy.clip(numpy.stack(channels, axis=-1), 0, 255)


def resizing(size, result, extent=None, has_alpha=False, light="gamma", seed=1):
    extent = extent or size
    picture = speckle(*size, seed, has_alpha)
    numbers = resized(picture, extent, result, has_alpha, light)
    if extent == size and not has_alpha and light == "gamma":
        assert numpy.abs(numbers - pillows(picture, result)).max() < 1e-3
    return {
        "size": size,
        "extent": extent,
        "result": result,
        "hasAlpha": has_alpha,
        "light": light,
        "seed": seed,
        "samples": [round(number, 3) for number in numbers.flatten().tolist()],
    }


def comparison(size, noise, seed):
    """A picture against itself with up to half of `noise` added to each sample or taken away."""
    left = speckle(*size, seed)
    added = speckle(*size, seed + 1).astype(int) % (noise + 1) - noise // 2
    right = numpy.clip(left + added, 0, 255).astype(numpy.uint8)
    left, right = left[..., :3], right[..., :3]
    return {
        "size": size,
        "noise": noise,
        "seed": seed,
        "peakSignalToNoise": metrics.peak_signal_noise_ratio(left, right),
        "structuralSimilarity": metrics.structural_similarity(left, right, channel_axis=2),
    }


expected = {
    "numpy": numpy.__version__,
    "pillow": PIL.__version__,
    "scikit-image": skimage.__version__,
    "resized": [
        resizing((64, 48), (16, 12)),
        resizing((61, 37), (15, 9), extent=(60.125, 36.5)),
        resizing((61, 37), (15, 9), extent=(60.125, 36.5), has_alpha=True),
        resizing((61, 37), (15, 9), extent=(60.125, 36.5), light="linear"),
        resizing((50, 40), (7, 11), has_alpha=True, light="linear"),
        resizing((200, 3), (20, 1), extent=(199.875, 2.25)),
        resizing((17, 13), (16, 13)),
        resizing((5, 4), (12, 9), has_alpha=True),
        resizing((3, 2), (20, 15)),
        resizing((8, 8), (1, 1)),
        resizing((1, 1), (3, 2), extent=(0.125, 0.5), has_alpha=True),
    ],
    "compared": [
        comparison((7, 7), 60, 11),
        comparison((8, 30), 100, 13),
        comparison((64, 48), 20, 15),
        comparison((64, 48), 240, 17),
    ],
}
lines = [
    f"{json.dumps(key)}: "
    + (
        "[\n" + ",\n".join(json.dumps(case) for case in value) + "\n]"
        if isinstance(value, list)
        else json.dumps(value)
    )
    for key, value in expected.items()
]
path = pathlib.Path(__file__).with_name("expected.json")
path.write_text("{\n" + ",\n".join(lines) + "\n}\n")
