"""Gets the k6 that bench/run --quick needs. Where it has to be built that takes minutes: so it is built beside the tests, with
what they leave of the processors. If this fails, bench/run tries again and says why.
"""

import os
import pathlib
import sys
import tempfile

PROJECT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(PROJECT / "bench" / "tool"))

from cairnbench import generators  # noqa: E402
from cairnbench.children import Children, Failed, Interrupted  # noqa: E402


def main():
    os.nice(19)
    with tempfile.TemporaryDirectory(prefix="cairn-k6-") as logs:
        try:
            with Children() as children:
                print(f"[k6] {generators.k6(children, pathlib.Path(logs) / 'k6.log')}", flush=True)
        except (Failed, Interrupted) as e:
            print(f"[k6] not built: {e}", flush=True)


if __name__ == "__main__":
    main()
