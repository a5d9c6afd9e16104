/** CLINIC_MODE contradicts the mode that the database was created for. */
export class WrongMode extends Error {
  constructor(installed: string, mode: string) {
    super(`this database belongs to a ${installed} instance, and CLINIC_MODE is ${mode}`)
  }
}
