// What the service says is wrong with the settings, as a manager reads it: which field has the
// mistake, and a sentence about its value. The service's own words are for people who write a clinic
// file. A test holds the patterns against everything that the service can say (SETUP-01).

import type { Mistakes } from '../../../words/en/dashboard/settings-mistakes.ts'

/** What the service says is wrong with a member. */
export interface Mistake {
  path: string
  reason: string
}

/** The first pattern that fits decides; its groups are the values of the sentence. */
const kinds: readonly (readonly [pattern: RegExp, kind: keyof Mistakes])[] = [
  [/^lacks |^must not be blank|fewer than 1 characters/, 'missing'],
  [/^must be one of |^must be an? (IANA|ISO)|^must be built-in, account/, 'choose'],
  [/^must be (?:a finite )?number$/, 'number'],
  [/^must be integer/, 'wholeNumber'],
  [/^must be >=? (\S+)/, 'atLeast'],
  [/^must be <=? (\S+)/, 'atMost'],
  [/more than (\d+) characters/, 'tooLong'],
  [/fewer than (\d+) characters/, 'tooShort'],
  [/more than (\d+) items/, 'tooMany'],
  [/fewer than (\d+) items/, 'tooFew'],
  [/ at most (\d+) (?:belong|offers|are read)|^has \d+; at most (\d+)$/, 'tooMany'],
  [/duplicate items|a second time$|same key$|^is the key of an earlier|at the same time$/, 'twice'],
  [/^must be an existing date/, 'date'],
  [/^must be a time of day .* next day/, 'nightClock'],
  [/^must be a time of day/, 'clock'],
  [/^must be an e-mail address/, 'email'],
  [/^must be a phone number/, 'phone'],
  [/^must be a plus and/, 'dialCode'],
  [/^is not the dial code/, 'otherDialCode'],
  [/^must be secret:NAME, or an address/, 'calendarAddress'],
  [/^must name a secret|^must be secret:NAME/, 'secret'],
  [/^must be one address, with or without/, 'mailbox'],
  [/1 to (\d+) characters, with nothing in braces but (.*)$/, 'noticeText'],
  [/^must be a colour/, 'colour'],
  [/^must be a data URL/, 'picture'],
  [/^must be the tag of a language/, 'language'],
  [/^must be the id of a key/, 'razorpayKey'],
  [/^must be AC and/, 'accountSid'],
  [/^must be 1 to 64 letters and digits/, 'lettersAndDigits'],
  [/^must be a number, a name of/, 'smsSender'],
  [/^must be the (id|name) of a template/, 'template'],
  [/^must be the code of a language/, 'templateLanguage'],
  [/^must be 1 to 20 digits/, 'digits'],
  [/^must be a version/, 'apiVersion'],
  [/^must be an address with https|^has an address that a browser/, 'webAddress'],
  [
    /^has the wrong form|^an? (?:name|code|key|header) (?:here )?is|^has a member named /,
    'wrongForm',
  ],
  [/^is (not one of|not a room of|no duration tier|no key of|no answer of|no option of) /, 'gone'],
  [/^is not one of the visit types/, 'gone'],
  [/^is no amount of (\w+), which has (\d+)/, 'decimals'],
  [/^cannot be paid at (\w+), which takes (\w+) in steps of (\S+)/, 'steps'],
  [/^is that of the tier/, 'tierDecides'],
  [/^needs a fee$/, 'needsFee'],
  [/^has tokens and no slots/, 'queueHasNoTypes'],
  [/^is of several currencies/, 'severalCurrencies'],
  [/^needs both internationalPrice/, 'bothAbroad'],
  [/^needs (\w+) at the location/, 'needsCurrency'],
  [/^ends on /, 'endsFirst'],
  [/^closes more than/, 'yearAtMost'],
  [/^is one of the practitioners too/, 'practitionerToo'],
  [/^is the address of /, 'emailTaken'],
  [/^must have exactly one of/, 'oneCarrier'],
  [/^opens at \S+ but/, 'endsFirstAtNight'],
  [/^opens at /, 'nextDay'],
  [/^starts at /, 'endsFirstInShift'],
  [/^overlaps the hours (\S+) to (\S+) on (\S+)/, 'overlapsHours'],
  [/^overlaps the shift (\S+) on (\S+)/, 'overlapsShift'],
  [/^has the letter (\S+) of the shift (\S+) on (\S+);/, 'letterTaken'],
  [/^needs either days or a date/, 'daysOrDate'],
  [/^needs a fee for (\S+)/, 'needsModeFee'],
  [/^needs an international fee for (\w+)/, 'needsModeFeeAbroad'],
  [/^needs system: QMS/, 'needsQueue'],
  [/^is a second .* fee for (\S+)/, 'secondFee'],
  [/^must stay /, 'cannotChange'],
  [/^must leave some hours/, 'quietHours'],
  [/^has no account at (\w+)/, 'noAccount'],
  [/^says where visits happen/, 'videoTwice'],
  [/^needs a video server/, 'videoServer'],
  [/^is a reserved word/, 'reservedWord'],
  [/^is needed: what can be chosen/, 'needsOptions'],
  [/^belongs only to the kind/, 'notOfThisKind'],
  [/^must be higher than/, 'higher'],
  [/^must be a whole number, at most/, 'scaleSteps'],
  [/^needs a question with answers/, 'needsChoices'],
  [/^needs a question with a number/, 'needsNumber'],
  [/^has no question/, 'noQuestion'],
  [/^has (\d+) upcoming visit/, 'upcomingVisits'],
]

/** What was found, and what may have been meant, which is in the field or in its list. */
const found = /; (found|did you mean) .*$/s

/** What kind of mistake this is, with the values of its sentence. */
export function readMistake({ reason }: Mistake): { kind: keyof Mistakes; values: string[] } {
  const bare = reason.replace(found, '')
  for (const [pattern, kind] of kinds) {
    const match = pattern.exec(bare)
    if (match) return { kind, values: match.slice(1).filter((value) => value !== undefined) }
  }
  return { kind: 'unusable', values: [] }
}

/** The path of the field: a missing member is reported for what lacks it. */
export function mistakenPath({ path, reason }: Mistake): string {
  const [, missing] = /^lacks (\w+)$/.exec(reason) ?? []
  return missing === undefined ? path : `${path}.${missing}`
}

/** The sentence in the words of a language; `nameOf` names modes, days and members. */
export function mistakeText(
  words: Mistakes,
  mistake: Mistake,
  nameOf: (word: string) => string,
): string {
  const { kind, values } = readMistake(mistake)
  const sentence: string | ((...values: string[]) => string) = words[kind]
  return typeof sentence === 'string' ? sentence : sentence(...values.map(nameOf))
}
