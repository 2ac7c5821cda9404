#include "engine/api/opened_files.hpp"

#include "engine/job.hpp"

namespace cento {

ReadOptions reading_of(const FileOptions& options, const Job& job) {
  ReadOptions reading;
  reading.format = options.format;
  reading.text_fields = options.text_fields;
  reading.id_field = options.id_field;
  reading.split = options.split;
  reading.charset = options.charset;
  reading.max_document_bytes = options.max_document_bytes;
  reading.memory_bytes = job.memory_bytes();
  reading.temp_dir = job.temp_dir();
  *reading.damage_check = DamageCheck::before_use;
  return reading;
}

}  // namespace cento
