"""What NetworkX wants to know of the backend before it is loaded."""
from __future__ import annotations

from typing import Any

EULER = ('eulerian_circuit', 'eulerian_path', 'eulerize', 'has_eulerian_path', 'is_eulerian',
         'is_semieulerian')
COMPONENTS = ('connected_components', 'is_connected', 'is_strongly_connected',
              'is_weakly_connected', 'node_connected_component', 'number_connected_components',
              'number_strongly_connected_components', 'number_weakly_connected_components',
              'strongly_connected_components', 'weakly_connected_components')
PATHS = ('astar_path', 'astar_path_length', 'bidirectional_dijkstra', 'dijkstra_path',
         'dijkstra_path_length', 'has_path', 'multi_source_dijkstra', 'multi_source_dijkstra_path',
         'multi_source_dijkstra_path_length', 'shortest_path', 'shortest_path_length',
         'single_source_dijkstra', 'single_source_dijkstra_path',
         'single_source_dijkstra_path_length', 'single_source_shortest_path',
         'single_source_shortest_path_length')
OTHERS = ('minimum_spanning_edges', 'reverse')

PATH = ('Weights are names of attributes, whose values are numbers of at least 0 that a double '
        'holds exactly. Of several shortest paths one is found that need not be that of NetworkX.')
DOCS = {
    **{name: PATH for name in PATHS},
    'eulerian_circuit': 'The circuit is one of several that are right, and the same on every '
                        'machine; it need not be that of NetworkX.',
    'eulerian_path': 'The path is one of several that are right, and the same on every machine; '
                     'it need not be that of NetworkX.',
    'eulerize': 'No choice adds fewer edges. Where konig is built with LEMON.',
    'minimum_spanning_edges': 'Only algorithm="kruskal", with weights that a double holds exactly.',
    'reverse': 'Only with copy=True.',
    'shortest_path': f'Only with a source and method="dijkstra". {PATH}',
    'shortest_path_length': f'Only with a source and method="dijkstra". {PATH}',
    'astar_path': f'Only without a heuristic. {PATH}',
    'astar_path_length': f'Only without a heuristic. {PATH}',
    'strongly_connected_components': 'The components come in the order of their first nodes.',
}


def get_info() -> dict[str, Any]:
    """The entry of networkx.backend_info."""
    return {
        'backend_name': 'konig', 'project': 'konig', 'package': 'konig',
        'short_summary': 'Euler circuits, shortest paths, components, spanning trees on compressed '
                         'sparse rows.',
        'functions': {name: {'additional_docs': DOCS[name]} if name in DOCS else {}
                      for name in EULER + COMPONENTS + PATHS + OTHERS},
    }
