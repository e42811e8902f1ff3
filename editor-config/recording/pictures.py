#!/usr/bin/env python3
"""Makes recording.gif and a small vscode.png of what record.js took.

    pictures.py FRAMES OUT      needs Pillow (Debian: python3-pil)
"""
import pathlib
import sys

from PIL import Image, ImageDraw, ImageFont

FONT = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
CAPTION_HEIGHT = 44
SECONDS = 4
COLOURS = 256


def with_caption(picture, caption):
    framed = Image.new("RGB", (picture.width, picture.height + CAPTION_HEIGHT), "#24292f")
    framed.paste(picture, (0, CAPTION_HEIGHT))
    draw = ImageDraw.Draw(framed)
    draw.text((16, CAPTION_HEIGHT // 2), caption, fill="white", anchor="lm", font=ImageFont.truetype(FONT, 18))
    return framed


def small(picture, colours):
    return picture.convert("RGB").quantize(colours, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)


def main():
    frames, out = map(pathlib.Path, sys.argv[1:])
    names = sorted(frames.glob("[0-9]*.png"))
    pictures = [small(with_caption(Image.open(name).convert("RGB"), name.with_suffix(".txt").read_text()), COLOURS)
                for name in names]
    gif = out / "recording.gif"
    pictures[0].save(gif, save_all=True, append_images=pictures[1:], duration=SECONDS * 1000, loop=0, optimize=True)
    still = out / "vscode.png"
    small(Image.open(frames / "vscode.png"), COLOURS).save(still, optimize=True)
    for made in (gif, still):
        print(f"{made}: {made.stat().st_size // 1024} KB")
    if gif.stat().st_size > 1_500_000:
        sys.exit("pictures.py: the recording is over 1.5 MB")


if __name__ == "__main__":
    main()
