export interface PlantedFault {
  /** What goes wrong with it. */
  name: string
  /** Where it is planted, from the project's folder. */
  file: string
  /** The exact text that is replaced; it is in the file once. */
  text: string
  replacement: string
  /** The test files of which one must fail. */
  noticedBy: readonly string[]
}
