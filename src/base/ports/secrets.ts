// Secrets come from the environment of the process, or from files it names; never from the
// database.

import { readFileSync } from 'node:fs'

export type Environment = Readonly<Record<string, string | undefined>>

// No name ends in _FILE: CLINIC_SECRET_SMTP_URL_FILE is the file of SMTP_URL, and
// CLINIC_SECRET_FILE that of the setting CLINIC_SECRET.
const name = '(?!FILE$)(?!.*_FILE$)[A-Z][A-Z0-9_]{0,49}'
const reference = new RegExp(`^secret:(${name})$`)
const variable = new RegExp(`^CLINIC_SECRET_${name}$`)

/**
 * The variable for a reference in a clinic file, such as `secret:SMTP_URL`; undefined if it is not
 * a reference.
 */
export function secretVariable(text: string): string | undefined {
  const found = reference.exec(text)?.[1]
  return found === undefined ? undefined : `CLINIC_SECRET_${found}`
}

/** True for a variable that contains a secret of some clinic file, or names the file with it. */
export function isSecretVariable(candidate: string): boolean {
  return variable.test(
    candidate.endsWith('_FILE') ? candidate.slice(0, -'_FILE'.length) : candidate,
  )
}

/** A variable with only blanks counts as not set. */
export function readSetting(environment: Environment, variableName: string): string | undefined {
  return environment[variableName]?.trim() || undefined
}

/**
 * A secret, given directly or in the file named by `<NAME>_FILE`; adds its errors to `problems`.
 */
export function readSecretSetting(
  environment: Environment,
  variableName: string,
  problems: string[],
): string | undefined {
  const direct = readSetting(environment, variableName)
  const file = readSetting(environment, `${variableName}_FILE`)
  if (file === undefined) return direct
  if (direct !== undefined)
    problems.push(`${variableName} and ${variableName}_FILE are both set; keep one`)
  try {
    const content = readFileSync(file, 'utf8').trim()
    // If it counted as not set, a different database would be started.
    if (content === '') problems.push(`${variableName}_FILE names a file that is empty`)
    return content || undefined
  } catch {
    problems.push(`${variableName}_FILE names a file that cannot be read`)
    return undefined
  }
}

/**
 * The secret in a variable, or what is wrong with it. Read again each time, so that it can be
 * replaced while the service is running.
 */
export function readSecret(
  environment: Environment,
  variable: string,
): { secret: string; problems?: never } | { secret?: never; problems: string[] } {
  const problems: string[] = []
  const secret = readSecretSetting(environment, variable, problems)
  if (problems.length > 0) return { problems }
  return secret === undefined ? { problems: [`${variable} is not set`] } : { secret }
}
