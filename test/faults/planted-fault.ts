export interface PlantedFault {
  /** What the fault breaks. */
  name: string
  /** The file in which it is planted, relative to the project. */
  file: string
  /** The exact text to replace; it occurs once in the file. */
  text: string
  replacement: string
  /** Test files, at least one of which must fail. */
  noticedBy: readonly string[]
}
