/**
 * An answer of an external service that the caller gets unchanged: status and body, with any code
 * in it (ERR-14, ERR-15).
 */
export class ForwardedAnswer extends Error {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>

  constructor(status: number, body: Readonly<Record<string, unknown>>) {
    super(`passed through with ${status}`)
    this.status = status
    this.body = body
  }
}
