#!/usr/bin/env python3
"""Writes src/read/html/html_entity_table.hpp: the named character references of HTML, from Python's html.entities.html5
(which is the WHATWG's list), as an open-addressed hash table.

    scripts/make_html_entities.py > src/read/html/html_entity_table.hpp
"""

from html.entities import html5

SLOTS = 4096  # a power of two, about twice the number of names
WIDTH = 116


def hash_of(name: str) -> int:
    """FNV-1a, 32 bits, its high half folded in; the same as hash_of() in html_entities.cpp."""
    value = 2166136261
    for byte in name.encode("ascii"):
        value = ((value ^ byte) * 16777619) & 0xFFFFFFFF
    return value ^ (value >> 16)


def slots_of(names: list[str]) -> list[int]:
    slots = [0] * SLOTS
    for number, name in enumerate(names, start=1):
        slot = hash_of(name) % SLOTS
        while slots[slot]:
            slot = (slot + 1) % SLOTS
        slots[slot] = number
    return slots


def wrapped(items: list[str]) -> str:
    lines, line = [], ""
    for item in items:
        if len(line) + len(item) + 1 > WIDTH:
            lines.append(line)
            line = ""
        line += (" " if line else "") + item
    lines.append(line)
    return "\n".join("    " + line for line in lines)


def main() -> None:
    names = sorted(name[:-1] for name in html5 if name.endswith(";"))
    blob = "".join(names)
    entities, offset = [], 0
    for name in names:
        points = [ord(c) for c in html5[name + ";"]] + [0]
        bare = "true" if name in html5 else "false"
        entities.append(f"{{0x{points[0]:X}, 0x{points[1]:X}, {offset}, {len(name)}, {bare}}},")
        offset += len(name)
    chunks = [f'"{blob[i:i + WIDTH - 2]}"' for i in range(0, len(blob), WIDTH - 2)]
    print("// Made by scripts/make_html_entities.py from Python's html.entities.html5; do not edit.")
    print("// clang-format off\n#pragma once\n\n#include <cstdint>\n\nnamespace cento {\n")
    print("/// A named character reference: one or two code points, and where its name is in kEntityNames.")
    print("struct Entity {\n  std::uint32_t first;\n  std::uint16_t second;  // 0 when there is none")
    print("  std::uint16_t name_begin;\n  std::uint8_t name_length;")
    print("  bool bare;  // may omit its semicolon\n};\n")
    print("inline constexpr char kEntityNames[] =\n" + "\n".join("    " + chunk for chunk in chunks) + ";\n")
    print("inline constexpr Entity kEntities[] = {\n" + wrapped(entities) + "\n};\n")
    print("/// One more than the number of the entity; 0: free.")
    slots = [f"{slot}," for slot in slots_of(names)]
    print(f"inline constexpr std::uint16_t kEntitySlots[{SLOTS}] = {{\n" + wrapped(slots) + "\n};\n")
    print("}  // namespace cento")


if __name__ == "__main__":
    main()
