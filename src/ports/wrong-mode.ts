/** CLINIC_MODE contradicts what the database was made for. */
export class WrongMode extends Error {
  constructor(installed: string, mode: string) {
    super(`this database belongs to a ${installed} instance, and CLINIC_MODE is ${mode}`)
  }
}
