/* Readers of the distances of tours, from open inputs. */
#ifndef KG_READ_TOUR_H
#define KG_READ_TOUR_H

#include "../matrix/matrix.h"
#include "cities.h"

/* As kg_cities_read() and kg_tour_read(). */
kg_status kg__cities_read_input(kg_cities **cities, const kg__input *input);
kg_status kg__tour_read_input(kg_matrix **distance, const kg__input *input);

/* Reads a text of TSPLIB, from byte `start` of the file on. */
kg_status kg__cities_read_tsplib(kg_cities **cities, const kg__input *input, uint64_t start);

#endif
