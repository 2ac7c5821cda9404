"""Memory that a virtual machine really has.

Memory of a virtual machine that was idle for some seconds may go back to the host. Then its first use takes several
seconds for each gigabyte, in whichever program happens to get it. Measurements of programs that need much memory vary
by that, unless memory was used just before.
"""

import mmap

LIKELY_BYTES = 1 << 30  # more than a measured program needs
PAGE_BYTES = 4096


def back_memory(size=LIKELY_BYTES):
    """Uses memory and frees it, so that the next program to use some gets what the machine has."""
    with mmap.mmap(-1, size) as memory:
        for at in range(0, size, PAGE_BYTES):
            memory[at] = 1
