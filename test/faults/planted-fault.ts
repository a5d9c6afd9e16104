export interface PlantedFault {
  /** What the fault breaks. */
  name: string
  /** The file in which it is planted, relative to the project. */
  file: string
  /**
   * The function, class, type or constant that contains it; in SQL the table, function or other
   * object whose statements contain it.
   */
  in: string
  /**
   * The code to replace; it occurs there once. How it is spaced and broken into lines does not
   * matter.
   */
  replace: string
  with: string
  /** Test files, at least one of which must fail. */
  noticedBy: readonly string[]
}
