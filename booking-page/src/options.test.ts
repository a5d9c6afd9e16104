import { afterEach, describe, expect, it, vi } from 'vitest'
import { readOptions } from './options.ts'

const script = 'https://clinic.example/booking/booking.js'
const options = (
  attributes: Record<string, string> = {},
  browser: readonly string[] = ['en-GB'],
) => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue([...browser])
  const element = document.createElement('div')
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  return readOptions(element, script)
}

afterEach(() => void vi.restoreAllMocks())

describe('the language', () => {
  const chosen = (attributes: Record<string, string>, browser?: readonly string[]) => {
    const { language, locale } = options(attributes, browser)
    return `${language} ${locale}`
  }

  it('is the wish of the page, then the first of the browser that is offered, with its region [PAGE-11]', () => {
    expect(chosen({}, ['pt-BR', 'de'])).toBe('pt pt-BR')
    expect(chosen({ locale: 'ar-EG' }, ['de'])).toBe('ar ar-EG')
    expect(chosen({ locale: 'nl' }, ['ja', 'hi-IN'])).toBe('hi hi-IN')
    expect(chosen({ languages: 'fr, es' }, ['de', 'es-MX'])).toBe('es es-MX')
    expect(chosen({ languages: 'fr,es' }, ['de'])).toBe('fr fr')
    expect(chosen({ languages: 'xx constructor' }, ['ja'])).toBe('en en')
    expect(options({ languages: 'xx,fr  es' }).languages).toEqual(['fr', 'es'])
  })

  it('is no tag that the browser cannot read, such as the one of a system without a language [PAGE-11]', () => {
    expect(chosen({}, ['en-US@posix', 'en-US'])).toBe('en en-US')
    expect(chosen({}, ['en-US@posix'])).toBe('en en')
    expect(chosen({ locale: 'de-' }, ['fr'])).toBe('fr fr')
    for (const tag of ['en-US@posix', 'de-', 'hi-x'])
      expect(() => new Intl.NumberFormat(options({ locale: tag }, [tag]).locale)).not.toThrow()
  })
})

it('takes the viewer’s zone from the page if it is one, and otherwise from the browser [PAGE-05]', () => {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  expect(
    ['Asia/Kathmandu', ' Europe/Berlin ', 'Mars/Base', ''].map(
      (timezone) => options({ timezone }).zone,
    ),
  ).toEqual(['Asia/Kathmandu', 'Europe/Berlin', own, own])
})

it('takes no zone and no language of a browser untried [PAGE-05] [PAGE-11]', () => {
  const { resolvedOptions } = Intl.DateTimeFormat.prototype
  for (const said of ['Etc/Unknown', 'Mars/Base', '', undefined]) {
    vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockImplementation(function (
      this: Intl.DateTimeFormat,
    ) {
      return { ...resolvedOptions.call(this), timeZone: said as string }
    })
    expect(options().zone).toBe('')
  }
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(undefined as unknown as string[])
  expect(readOptions(document.createElement('div'), script).locale).toBe('en')
})

it('calls the service of its script, or another one, and knows empty attributes as missing', () => {
  expect(options()).toMatchObject({
    widgetKey: '',
    baseUrl: 'https://clinic.example',
    doctor: undefined,
    phone: undefined,
  })
  expect(
    options({
      'base-url': 'https://api.example/ ',
      'widget-key': ' wk_1 ',
      doctor: ' ',
      mode: 'ONLINE',
    }),
  ).toMatchObject({
    baseUrl: 'https://api.example',
    widgetKey: 'wk_1',
    doctor: undefined,
    mode: 'ONLINE',
  })
})

it('asks new patients for the listed fields that it knows, in its own order', () => {
  expect(
    options({ 'new-patient-fields': 'gender,dob  lastName password' }).newPatientFields,
  ).toEqual(['lastName', 'dob', 'gender'])
  expect(options().newPatientFields).toEqual([])
})
