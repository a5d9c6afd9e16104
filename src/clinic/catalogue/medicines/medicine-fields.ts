// The fields of a medicine in files, both YAML and CSV.

import { optional, text } from '../../../base/contract/schemas.ts'

/** Codes of medicines are the clinic's own; in YAML, a code of digits needs quotes. */
export const codePattern = '^\\S(.{0,61}\\S)?$'

/** The maximum stock of a medicine at a location. */
export const stockMax = 1_000_000_000

const title = (description: string, example: string) =>
  text(description, example, { pattern: '\\S', maxLength: 200 })

/** The fields of a medicine that are the same at every location. */
export const medicineFields = {
  name: title('The name under which it is sold.', 'Dolo 650'),
  genericName: optional(title('Generic name.', 'Paracetamol')),
  form: optional(title('Form, such as tablet or syrup.', 'Tablet')),
  strength: optional(title('Content of one unit.', '650 mg')),
  manufacturer: optional(title('The manufacturer.', 'Micro Labs')),
}
