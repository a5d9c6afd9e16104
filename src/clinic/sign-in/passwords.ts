// Passwords of staff: which are permitted (DASH-04), and how they are stored.

import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { normaliseUnicode } from '../../base/values/text.ts'

const derive = promisify<'argon2id', Argon2Parameters, Buffer>(argon2)

// OWASP's minimum for Argon2id: 19 MiB, two passes, one lane; about 30 ms here.
const cost = { memory: 19_456, passes: 2, parallelism: 1 }
const tagLength = 32

/** A new password in its stored form: `$argon2id$v=19$m=…,t=…,p=…$salt$hash`. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await derive('argon2id', {
    message: normaliseUnicode(password, 'NFKC'),
    nonce,
    tagLength,
    ...cost,
  })
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${toUnpaddedBase64(nonce)}$${toUnpaddedBase64(tag)}`
}

const toUnpaddedBase64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

/** Whether a password is the stored one; takes the same time if there is none. */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  const [, m, t, p, salt = '', tag = ''] =
    /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(
      stored ?? (await unknownAccount),
    ) ?? []
  const storedTag = Buffer.from(tag, 'base64')
  const parameters = {
    memory: Number(m),
    passes: Number(t),
    parallelism: Number(p),
    nonce: Buffer.from(salt, 'base64'),
    tagLength: storedTag.length,
  }
  const derived = await derive('argon2id', {
    message: normaliseUnicode(password, 'NFKC'),
    ...parameters,
  })
  return timingSafeEqual(derived, storedTag) && stored !== null
}

/** The hash that is compared for an account without a password. */
const unknownAccount = hashPassword(randomBytes(16).toString('hex'))

const lengthMin = 12
const lengthMax = 200
// The most frequent parts of leaked passwords with twelve or more characters: keyboard runs,
// repeated words, words with a year.
const commonWords = [
  'password',
  'passwort',
  'contraseña',
  'qwerty',
  'qwertz',
  'azerty',
  'asdfgh',
  'zxcvbn',
  'yxcvbn',
  'iloveyou',
  'letmein',
  'welcome',
  'willkommen',
  'admin',
  'administrator',
  'changeme',
  'secret',
  'dragon',
  'monkey',
  'football',
  'baseball',
  'sunshine',
  'princess',
  'superman',
  'trustno',
  'clinic',
  'doctor',
  'hospital',
  'reception',
  'summer',
  'winter',
  'spring',
  'autumn',
  'login',
  'master',
  'hello',
  'test',
  'user',
  'guest',
  'abc',
  'abcdef',
]

/**
 * Why a text may not be the password of a person with this address and name; undefined if it may.
 */
export function passwordProblem(
  password: string,
  ownTexts: readonly string[],
): 'TOO_SHORT' | 'TOO_LONG' | 'TOO_COMMON' | 'CONTAINS_OWN_DATA' | undefined {
  const length = [...password].length
  if (length < lengthMin) return 'TOO_SHORT'
  if (length > lengthMax) return 'TOO_LONG'
  const bare = normaliseUnicode(password, 'NFKC').toLowerCase()
  const parts = ownTexts
    .flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u))
    .filter((part) => [...part].length >= 3)
  if (countUncommon(bare, commonWords) < 6) return 'TOO_COMMON'
  return countUncommon(bare, [...commonWords, ...parts]) < 6 ? 'CONTAINS_OWN_DATA' : undefined
}

/** The number of different characters outside of known words, repetitions and sequences. */
function countUncommon(text: string, knownWords: readonly string[]): number {
  return Math.min(...[text, plainLetters(text)].map((read) => countDistinct(read, knownWords)))
}

function countDistinct(text: string, knownWords: readonly string[]): number {
  const uncommonText = knownWords
    .toSorted((a, b) => b.length - a.length)
    .reduce((rest, word) => rest.replaceAll(word, ' '), text)
  const characters = [...uncommonText.replace(/\s+/g, '')]
  const steps = characters.map(
    (character, index) =>
      (character.codePointAt(0) ?? 0) - (characters[index - 1]?.codePointAt(0) ?? 0),
  )
  const addsNew = characters.filter((_, index) => index === 0 || Math.abs(steps[index] ?? 0) > 1)
  return new Set(addsNew).size
}

// `p4ssw0rd` becomes `password`.
const plainLetters = (text: string) =>
  text
    .replace(/[@4]/g, 'a')
    .replace(/0/g, 'o')
    .replace(/3/g, 'e')
    .replace(/\$|5/g, 's')
    .replace(/[1!]/g, 'i')
