"""A walk along every street of a town and home again, drawn on the map.

usage: streets.py MAP WALK

MAP is whatever konig.streets.read() takes: OpenStreetMap's files, graphs that OSMnx
saved, GeoJSON, tables.
The name of WALK says what is written: .svg a picture, .html a page, .gpx a track for a phone.
"""
import sys

import konig


def main():
    streets = konig.streets.read(sys.argv[1])
    walk = streets.route()
    walk.save(sys.argv[2])
    print(f'{len(streets)} streets, {streets.lengths.sum():.0f} m; {walk.repeated:.0f} m of them are '
          f'walked again, and no walk does with less than {walk.bound:.0f} m')


if __name__ == '__main__':
    main()
