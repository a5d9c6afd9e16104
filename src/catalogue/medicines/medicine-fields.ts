// A medicine as files describe it, whether in YAML or in CSV.

import { optional, text } from '../../contract/schemas.ts'

/** Codes of medicines are the clinic's own; a YAML file writes those of digits in quotes. */
export const codePattern = '^\\S(.{0,61}\\S)?$'

/** Units of a medicine that a location can have. */
export const stockMax = 1_000_000_000

const title = (description: string, example: string) => text(description, example, { pattern: '\\S', maxLength: 200 })

/** What is said of a medicine wherever it is sold. */
export const medicineFields = {
  name: title('The name it is sold by.', 'Dolo 650'),
  genericName: optional(title('Generic name.', 'Paracetamol')),
  form: optional(title('Form, such as tablet or syrup.', 'Tablet')),
  strength: optional(title('How much a unit contains.', '650 mg')),
  manufacturer: optional(title('Who makes it.', 'Micro Labs')),
}
