#include "CMeasurement.h"

#include <sys/resource.h>

struct measurement_switches measurement_switches(void) {
  struct rusage usage;
  if (getrusage(RUSAGE_SELF, &usage) != 0) return (struct measurement_switches){0, 0};
  return (struct measurement_switches){usage.ru_nvcsw, usage.ru_nivcsw};
}
