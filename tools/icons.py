"""The icons of the home screen, drawn by Chromium from our own icon.svg.

    PYTHONPATH=src:. python -m tools.icons

`any` has the mark to its edge on nothing; `maskable` and Apple's, which are cut to a shape, have it
smaller on the colour of its rim, so that nothing of it is cut away.
"""

from __future__ import annotations

import base64

from tests.browser.house import chromium

from tablefolk.web.static import FOLDER

RIM = "#1f5c4d"
# name, pixels, how much of them the mark takes, what is behind it
DRAWN = (
    ("any-192", 192, 1.0, "transparent"),
    ("any-512", 512, 1.0, "transparent"),
    ("maskable-512", 512, 0.8, RIM),
    ("apple-180", 180, 0.9, RIM),
)


def main() -> None:
    mark = base64.b64encode((FOLDER / "icon.svg").read_bytes()).decode()
    with chromium() as browser:
        for name, size, share, behind in DRAWN:
            page = browser.new_page(viewport={"width": size, "height": size}, device_scale_factor=1)
            page.set_content(
                f"<style>body{{margin:0;height:100vh;display:grid;place-items:center;"
                f"background:{behind}}}</style>"
                f'<img width="{size * share}" height="{size * share}" '
                f'src="data:image/svg+xml;base64,{mark}">'
            )
            path = FOLDER / "icons" / f"{name}.png"
            path.parent.mkdir(exist_ok=True)
            page.screenshot(path=path, omit_background=True)
            page.close()


if __name__ == "__main__":
    main()
