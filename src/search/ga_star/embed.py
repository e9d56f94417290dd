"""Writes files as a C table of their names and texts: embed.py OUTPUT FILE..."""
import os
import sys

with open(sys.argv[1], 'w', encoding='ascii') as output:
    print('const char *const kg__ga_texts[][2] = {', file=output)
    for path in sys.argv[2:]:
        print(f'    {{"{os.path.basename(path)}",', file=output)
        with open(path, encoding='ascii') as file:
            for line in file.read().splitlines():
                line = line.replace('\\', '\\\\').replace('"', '\\"')
                print(f'        "{line}\\n"', file=output)
        print('    },', file=output)
    print('    {0, 0},\n};', file=output)
