// The public booking page, as a browser, a search engine and a stranger see it.

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { type Clinic, type Json, openHarness } from '../../../test/support/clinic/harness.ts'

const origin = 'https://booking.example'
const house = await openHarness({ publicUrl: origin })
const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const settings = {
  published: true,
  colour: '#0b6e5f',
  phone: '+91 141 400 0000',
  text: 'Bring <b>test results</b>.',
  newPatients: ['dob' as const],
}

const clinicWith = (bookingPage: Json = settings) =>
  house.clinic(({ workspace }) => {
    workspace.bookingPage = bookingPage
  })
const page = (path: string, language = 'en', headers = {}) =>
  house.call('GET', path, { headers: { 'accept-language': language, ...headers } })
const listPageKeys = (clinic: Clinic): Promise<Json[]> =>
  house.sql(
    'select id, status, allowed_origins as origins from api_keys where workspace_id = $1 and name = $2 order by id',
    [clinic.workspaceId, 'Booking page'],
  )

it('shows the clinic, its locations and practitioners to readers and search engines, before any script runs [PAGE-03]', async () => {
  const clinic = await clinicWith()
  const { status, text, headers } = await page(`/book/${clinic.name}`)
  expect(status).toBe(200)
  for (const words of [
    'Sunrise',
    '12 MI Road',
    'Dr Asha Rao',
    'Dermatology',
    '+91 141 400 0000',
    'Bring &lt;b&gt;test results&lt;/b&gt;.',
  ])
    expect(text).toContain(words)
  expect(text).toContain(`<link rel="canonical" href="${origin}/book/${clinic.name}">`)
  const [, data = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(text) ?? []
  const graph = JSON.parse(data)['@graph']
  expect(graph[0]).toMatchObject({
    '@type': 'MedicalClinic',
    name: 'Sunrise',
    telephone: '+91 141 400 0000',
  })
  expect(graph).toContainEqual(
    expect.objectContaining({
      '@type': 'Physician',
      name: 'Dr Asha Rao',
      url: `${origin}/book/${clinic.name}/dr-asha-rao`,
    }),
  )
  expect(headers['x-robots-tag']).toBeUndefined()
  // Only what a profile names is shown from elsewhere.
  const policy = String(headers['content-security-policy'])
  expect(policy).toContain("img-src 'self' data: https://example.org/asha.jpg;")
  expect(policy.replace('https://example.org/asha.jpg', '')).not.toMatch(/unsafe|\*|https?:/)
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cache-control': 'no-store',
  })
})

it('says which languages a practitioner speaks, in the reader’s, to readers, forms and search engines [PAGE-03]', async () => {
  const clinic = await house.clinic(({ workspace, practitioners }: Json) => {
    workspace.bookingPage = settings
    practitioners['asha-rao'].profile.languages = ['hi', 'en']
  })
  const loadPageText = async (path: string, language: string) =>
    (await page(`/book/${clinic.name}${path}`, language)).text.replaceAll(/<\/?bdi>/g, '')
  expect(await loadPageText('', 'en')).toContain('Speaks Hindi and English')
  expect(await loadPageText('/dr-asha-rao', 'de')).toContain('Spricht Hindi und Englisch')
  expect(await loadPageText('', 'en')).toContain('"knowsLanguage":["hi","en"]')
  const { addresses, publicProfile } = (await clinic.get('/v2/workspaces')).json
  const profiles = [
    ...addresses.flatMap(({ doctors }: Json) => doctors.map(({ publicProfile: one }: Json) => one)),
    ...publicProfile.p,
  ].filter(Boolean)
  expect(profiles.map((profile) => profile.languages)).toEqual([
    ['hi', 'en'],
    ['hi', 'en'],
  ])
  expect(
    (await clinic.get(`/v1/public-profiles/${clinic.id('profile', 'asha-rao')}`)).json.languages,
  ).toEqual(['hi', 'en'])
  await clinic.change((file: Json) => {
    delete file.practitioners['asha-rao'].profile.languages
  })
  expect(await loadPageText('', 'en')).not.toContain('Speaks')
  expect(
    (await clinic.get(`/v1/public-profiles/${clinic.id('profile', 'asha-rao')}`)).json,
  ).not.toHaveProperty('languages')
})

it('has a page for each practitioner, by the slug of the profile or the name in the file [PAGE-03]', async () => {
  const clinic = await clinicWith()
  const { status, text } = await page(`/book/${clinic.name}/dr-asha-rao`)
  expect(status).toBe(200)
  expect(text).toContain('Book a visit with <bdi>Dr Asha Rao</bdi>')
  expect(text).toContain(`doctor="${clinic.id('practitioner', 'asha-rao')}"`)
  expect((await page(`/book/${clinic.name}/jonas-weber`)).text).toContain('Jonas Weber')
  expect((await page(`/book/${clinic.name}/asha-rao`)).status).toBe(404)
})

it("is in the browser's most preferred language that the clinic has [PAGE-11]", async () => {
  const clinic = await clinicWith({ ...settings, languages: ['en', 'ar', 'de'] })
  const path = `/book/${clinic.name}`
  expect((await page(path, 'de-AT,de;q=0.9,en;q=0.5')).text).toContain('Termin buchen')
  expect((await page(path, 'de-AT,de;q=0.9,en;q=0.5')).text).toContain('locale="de-AT"')
  expect((await page(path, 'ar')).text).toContain('<html lang="ar" dir="rtl">')
  for (const language of ['fr', '', '*', 'xx;q=9,;;,q', 'zh;q=0'])
    expect((await page(path, language)).text).toContain('<html lang="en">')
})

it('tells messengers and search engines what it is, where it is in other languages, when someone can be seen, and that visits are booked [PAGE-03] [PAGE-11]', async () => {
  const clinic = await clinicWith({ ...settings, languages: ['en', 'ar', 'pt'], logo: pixel })
  const url = `${origin}/book/${clinic.name}`
  const { text } = await page(`/book/${clinic.name}`)
  for (const [name, content] of Object.entries({
    'og:title': 'Book a visit · Sunrise',
    'og:site_name': 'Sunrise',
    'og:description': 'Sunrise, Jaipur, Berlin',
    'og:url': url,
    'og:image': `${url}/logo.image`,
    'og:locale': 'en_US',
    'og:locale:alternate': 'pt_BR',
  }))
    expect(text).toContain(`<meta property="${name}" content="${content}">`)
  const alternates = (of: string) =>
    [...of.matchAll(/<link rel="alternate" hreflang="([^"]+)" href="([^"]+)">/g)].map(
      ([, name, address]) => [name, address],
    )
  const all = [
    ...['en', 'ar', 'pt'].map((name) => [name, `${url}?lang=${name}`]),
    ['x-default', url],
  ]
  expect(alternates(text)).toEqual(all)
  const own = await page(`/book/${clinic.name}/dr-asha-rao?lang=pt`)
  expect(alternates(own.text)).toEqual(
    all.map(([name, address]) => [name, address?.replace(url, `${url}/dr-asha-rao`)]),
  )
  expect(own.text).toContain(`<link rel="canonical" href="${url}/dr-asha-rao?lang=pt">`)
  expect(own.text).toContain('<meta property="og:image" content="https://example.org/asha.jpg">')

  const parseGraph = (of: string): Json[] =>
    JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(of)?.[1] ?? '')['@graph']
  const [ofClinic, ...physicians] = parseGraph(text)
  const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']
  const specification = (dayOfWeek: string[], opens: string, closes: string) => ({
    '@type': 'OpeningHoursSpecification',
    dayOfWeek,
    opens,
    closes,
  })
  // Of two locations together no hours are true. Ravi, who has left, and hours online or at home do
  // not count.
  expect(ofClinic).not.toHaveProperty('openingHoursSpecification')
  expect(
    ofClinic?.department.map(({ address, openingHoursSpecification: hours }: Json) => [
      address.addressLocality,
      hours,
    ]),
  ).toEqual([
    [
      'Jaipur',
      [specification(weekdays, '09:00', '13:00'), specification(weekdays, '16:00', '20:00')],
    ],
    ['Berlin', [specification(['Monday', 'Wednesday', 'Friday'], '08:00', '16:00')]],
  ])
  expect(physicians.find(({ name }) => name === 'Dr Asha Rao')).toMatchObject({
    image: 'https://example.org/asha.jpg',
    openingHoursSpecification: [
      specification(weekdays, '09:00', '13:00'),
      specification(weekdays, '16:00', '19:00'),
    ],
    potentialAction: {
      '@type': 'ReserveAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${url}/dr-asha-rao` },
    },
  })
  expect(ofClinic?.potentialAction.target.urlTemplate).toBe(url)
  // What cannot be booked is not said to be.
  const [key] = await listPageKeys(clinic)
  await house.operate('key-delete', { workspace: clinic.name, id: key?.id })
  expect((await page(`/book/${clinic.name}`)).text).not.toContain('ReserveAction')
})

it('has an address in each of its languages, which its links keep [PAGE-11]', async () => {
  const clinic = await clinicWith({ ...settings, languages: ['en', 'ar'] })
  const path = `/book/${clinic.name}`
  const { text } = await page(`${path}?lang=ar`, 'en')
  expect(text).toContain('<html lang="ar" dir="rtl">')
  expect(text).toContain('locale="ar"')
  expect(text).toContain(`href="${origin}${path}/dr-asha-rao?lang=ar"`)
  // Without a script there are links to the others.
  expect(text).toMatch(
    new RegExp(
      `<noscript><nav .*<a lang="en" hreflang="en" href="${origin}${path}\\?lang=en">English</a>`,
    ),
  )
  for (const lang of ['fr', 'xx', 'ar&lang=en', '%22%3E', '']) {
    const other = await page(`${path}?lang=${lang}`, 'en')
    expect(
      [other.status, other.text.includes('<html lang="en"'), other.text.includes('?lang=ar"')],
      lang,
    ).toEqual([200, true, true])
  }
})

it('names a portrait to the browser only by its own address, for any content [PAGE-03]', async () => {
  const clinic = await house.clinic(({ workspace, practitioners }) => {
    workspace.bookingPage = settings
    const profile = practitioners['asha-rao']?.profile
    if (profile) profile.profileImageUrl = 'https://example.org/a;b,c.jpg?x=;script-src%20*'
  })
  const { headers } = await page(`/book/${clinic.name}`)
  expect(String(headers['content-security-policy'])).toContain(
    "img-src 'self' data: https://example.org/a%3Bb%2Cc.jpg; connect-src 'self'",
  )
})

it('is sent compressed, as are its files, in what the browser accepts [PAGE-13]', async () => {
  const clinic = await clinicWith()
  const get = (url: string, coding: string, method: 'GET' | 'HEAD' = 'GET') =>
    house.door.inject({
      method,
      url,
      headers: { 'accept-language': 'en', ...(coding && { 'accept-encoding': coding }) },
    })
  for (const path of [
    `/book/${clinic.name}`,
    `/book/${clinic.name}/dr-asha-rao`,
    `/book/${clinic.name}?lang=hi`,
  ]) {
    const plain = await get(path, '')
    expect(plain.headers).not.toHaveProperty('content-encoding')
    expect(plain.headers.vary).toBe('accept-language, accept-encoding')
    const br = await get(path, 'gzip, deflate, br')
    const gzip = await get(path, 'gzip;q=0.9, br;q=0')
    expect([br.headers['content-encoding'], gzip.headers['content-encoding']]).toEqual([
      'br',
      'gzip',
    ])
    expect(String(brotliDecompressSync(br.rawPayload))).toBe(plain.payload)
    expect(String(gunzipSync(gzip.rawPayload))).toBe(plain.payload)
    expect(gzip.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2)
    const head = await get(path, 'br', 'HEAD')
    expect([
      head.headers['content-length'],
      head.headers['content-encoding'],
      head.payload,
    ]).toEqual([br.headers['content-length'], 'br', ''])
  }
  expect((await get('/booking.js', 'br;q=0, gzip')).headers['content-encoding']).toBe('gzip')
})

it('works with the new key once its key is rotated, and another key changes nothing [PAGE-03] [AUTH-06]', async () => {
  const clinic = await clinicWith()
  const shownKey = async () =>
    /widget-key="([^"]+)"/.exec((await page(`/book/${clinic.name}`)).text)?.[1]
  const before = await shownKey()
  expect(before).toMatch(/^clinic_/)
  await house.operate('key-rotate', { workspace: clinic.name, id: clinic.keyId, overlapHours: 0 })
  expect(await shownKey()).toBe(before)
  const [{ id }] = await listPageKeys(clinic)
  const { key } = await house.operate('key-rotate', {
    workspace: clinic.name,
    id: Number(id),
    overlapHours: 0,
  })
  expect(await shownKey()).toBe(key)
  const opened = await house.call('POST', '/v1/widget/session', {
    headers: { 'x-api-key': key, origin },
  })
  expect(opened.status, opened.text).toBe(201)
})

it('does not exist if it is off, unknown or of a suspended workspace, and these look the same [PAGE-03]', async () => {
  const clinic = await clinicWith()
  const off = await clinicWith({ published: false })
  const unknown = await page('/book/nobody-here')
  expect([unknown.status, unknown.headers['x-robots-tag']]).toEqual([404, 'noindex, nofollow'])
  for (const path of [off.name, `${clinic.name}/nobody`, 'x'.repeat(300), '%00', "a'b"]) {
    const { status, text } = await page(`/book/${path}`)
    expect([status, text], path).toEqual([404, unknown.text])
  }
  expect(await listPageKeys(off)).toEqual([])
  await house.sql("update workspaces set status = 'SUSPENDED' where id = $1", [clinic.workspaceId])
  expect((await page(`/book/${clinic.name}`)).text).toBe(unknown.text)
})

it('opens its sessions with its own key, for pages of its origin, which stops when it is switched off [PAGE-15]', async () => {
  const clinic = await clinicWith()
  const [key] = await listPageKeys(clinic)
  expect(key).toMatchObject({ status: 'ACTIVE', origins: [origin] })
  const widgetKeyOn = async () =>
    /widget-key="([^"]+)"/.exec((await page(`/book/${clinic.name}`)).text)?.[1]
  const widgetKey = (await widgetKeyOn()) ?? ''
  expect(widgetKey).toMatch(/^clinic_widget_/)
  expect((await house.call('POST', '/v1/widget/session', { key: widgetKey })).status).toBe(201)
  // Importing again makes no other key; a changed origin is followed, and the former one stays for
  // processes that still have it.
  expect((await clinic.change(() => {})).changes).toEqual([])
  await house.sql(
    "update api_keys set allowed_origins = '{https://former.example,https://older.example}' where id = $1",
    [key.id],
  )
  for (let views = 0; views < 2; views += 1) {
    await page(`/book/${clinic.name}`)
    expect(await listPageKeys(clinic)).toEqual([
      { ...key, origins: [origin, 'https://former.example'] },
    ])
  }

  const { changes } = await clinic.change(({ workspace }) => {
    workspace.bookingPage = { ...settings, published: false }
  })
  expect(changes).toMatchObject([{ kind: 'bookingPage', change: 'removed' }])
  expect((await house.call('POST', '/v1/widget/session', { key: widgetKey })).status).toBe(401)
  await clinic.change(({ workspace }) => {
    workspace.bookingPage = settings
  })
  expect(await widgetKeyOn()).toBe(widgetKey)
  expect((await house.call('POST', '/v1/widget/session', { key: widgetKey })).status).toBe(201)

  // An operator's decision has priority: a page whose key is gone says whom to call, and the next
  // import makes another.
  await house.operate('key-delete', { workspace: clinic.name, id: key.id })
  expect((await page(`/book/${clinic.name}`)).text).toContain(
    'Visits cannot be booked here right now.',
  )
  await clinic.change(() => {})
  expect(await widgetKeyOn()).not.toBe(widgetKey)
})

it('accepts the clinic’s picture, in which nothing can run, and no harmful colour or picture [PAGE-03]', async () => {
  const clinic = await clinicWith({ ...settings, logo: pixel })
  expect((await page(`/book/${clinic.name}`)).text).toContain(
    `<img src="/book/${clinic.name}/logo.image" alt=""`,
  )
  const logo = await page(`/book/${clinic.name}/logo.image`)
  expect(logo.headers).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
  })
  expect(logo.headers['content-security-policy']).toContain('sandbox')
  const html = `data:image/svg+xml;base64,${Buffer.from('<html><script>alert(1)</script></html>').toString('base64')}`
  const large = `data:image/png;base64,${Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(70_000)]).toString('base64')}`
  for (const wrong of [
    { logo: html },
    { logo: large },
    { logo: 'https://elsewhere.example/logo.png' },
    { colour: '#ffcc00' },
    { colour: 'red;}' },
    { text: ' ' },
  ])
    await expect(
      clinicWith({ ...settings, ...wrong }),
      JSON.stringify(wrong),
    ).rejects.toMatchObject({
      mistakes: [{ path: `workspace.bookingPage.${Object.keys(wrong)[0]}` }],
    })
})

it('serves the element to pages of every origin, small, cached as long as it is valid, and by its hash [PAGE-02]', async () => {
  const dist = readFileSync(
    fileURLToPath(new URL('../../../booking-page/dist/booking.js', import.meta.url)),
  )
  const served = await house.door.inject({
    url: '/booking.js',
    headers: { 'accept-encoding': 'gzip, br', origin: 'https://elsewhere.example' },
  })
  expect(served.statusCode).toBe(200)
  expect(served.headers).toMatchObject({
    'content-encoding': 'br',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    vary: 'accept-encoding',
  })
  expect(brotliDecompressSync(served.rawPayload)).toEqual(dist)
  expect(served.rawPayload.length).toBeLessThan(35 * 1024)
  const again = await house.door.inject({
    url: '/booking.js',
    headers: { 'if-none-match': String(served.headers.etag) },
  })
  expect([again.statusCode, again.payload]).toEqual([304, ''])
  for (const path of ['/booking-..%2f..%2fpackage.json', '/booking-nothing.js', '/booking-.js'])
    expect((await house.call('GET', path)).status).toBe(404)
})

it('is printed with its tag, its hash and a code [PAGE-02]', async () => {
  const clinic = await clinicWith()
  await clinic.change((file) =>
    Object.assign(file.workspace.bookingPage ?? {}, { newPatients: ['lastName', 'email', 'dob'] }),
  )
  const embed = await house.operate('workspace-embed', { workspace: clinic.name })
  expect(embed).toMatchObject({
    page: `${origin}/book/${clinic.name}`,
    integrity: expect.stringMatching(/^sha384-/),
    code: expect.stringContaining('<svg'),
  })
  expect(embed.tag).toContain(`integrity="${embed.integrity}"`)
  expect(embed.tag).toContain(' new-patient-fields="lastName dob">')
  expect(embed.pages).toContainEqual({
    practitioner: 'Dr Asha Rao',
    page: `${origin}/book/${clinic.name}/dr-asha-rao`,
  })
  await expect(
    house.operate('workspace-embed', { workspace: clinic.name, practitioner: 'nobody' }),
  ).rejects.toThrow('no bookable practitioner is named nobody')
  await expect(
    house.operate('workspace-embed', { workspace: (await house.clinic()).name }),
  ).rejects.toThrow('has no booking page')
})

it('is named to search engines, which find nothing else of the service, as long as it is published [PAGE-03]', async () => {
  const own = await openHarness({ publicUrl: origin })
  const text = async (path: string) => (await own.call('GET', path)).text
  expect(await text('/robots.txt')).toBe('User-agent: *\nDisallow: /\n')
  expect(await text('/sitemap.xml')).not.toContain('<loc>')
  const published = await own.clinic(({ workspace }) => {
    workspace.bookingPage = settings
  })
  await own.clinic()
  expect(await text('/robots.txt')).toBe(
    `User-agent: *\nAllow: /book/\nDisallow: /\n\nSitemap: ${origin}/sitemap.xml\n`,
  )
  expect((await text('/sitemap.xml')).match(/<loc>.*?<\/loc>/g)).toEqual([
    `<loc>${origin}/book/${published.name}</loc>`,
  ])
  await published.change(({ workspace }) => {
    workspace.bookingPage = { ...settings, published: false }
  })
  expect(await text('/robots.txt')).toBe('User-agent: *\nDisallow: /\n')
})

it('answers HEAD as GET, without the content [PAGE-03]', async () => {
  const clinic = await clinicWith()
  for (const path of [
    `/book/${clinic.name}`,
    `/book/${clinic.name}/dr-asha-rao`,
    '/book/nobody',
    '/booking.js',
    '/robots.txt',
    '/docs',
    '/openapi.json',
  ]) {
    const got = await house.call('GET', path)
    const headReply = await house.call('HEAD', path)
    const facts = ({ status, headers }: typeof got) => [
      path,
      status,
      headers['content-type'],
      headers['content-length'],
      headers['cache-control'],
    ]
    expect(facts(headReply)).toEqual(facts(got))
    expect([got.text === '', headReply.text]).toEqual([false, ''])
  }
  expect((await house.call('HEAD', '/v2/workspaces')).status).toBe(401)
})

it('shows the first two hundred practitioners of a large clinic, and each has a page of their own [PAGE-03]', async () => {
  const clinic = await house.clinic((file: Json) => {
    file.workspace.bookingPage = settings
    const { profile: _, ...of } = file.practitioners['asha-rao']
    for (let number = 1; number <= 230; number += 1)
      file.practitioners[`doctor-${number}`] = { ...of, name: `Doctor ${number}` }
  })
  const { text } = await page(`/book/${clinic.name}`)
  expect(text.match(/class="card person"/g)).toHaveLength(200)
  expect(text).toContain('More can be chosen in the booking form.')
  expect(text.length).toBeLessThan(400_000)
  const own = await page(`/book/${clinic.name}/doctor-230`)
  expect([
    own.status,
    own.text.includes('Doctor 230'),
    own.text.includes('More can be chosen'),
  ]).toEqual([200, true, false])
  expect((await page(`/book/${clinic.name}/doctor-231`)).status).toBe(404)
})

it('is made once for a configuration and a language, and again after each change [PAGE-03]', async () => {
  const clinic = await clinicWith()
  const path = `/book/${clinic.name}`
  const first = await page(path)
  expect((await page(path)).text).toBe(first.text)
  expect((await page(path, 'de')).text).toContain('<html lang="de">')
  await clinic.change(({ practitioners }) =>
    Object.assign(practitioners['asha-rao']?.profile?.details ?? {}, {
      whatToExpect: 'Half an hour and a plan.',
    }),
  )
  const changed = (await page(path)).text
  expect([changed.includes('Half an hour'), changed.includes('Twenty minutes')]).toEqual([
    true,
    false,
  ])
  await clinic.change(({ workspace }) =>
    Object.assign(workspace.bookingPage ?? {}, { text: 'Now in a new house.' }),
  )
  expect((await page(path)).text).toContain('Now in a new house.')
  await clinic.change(({ workspace }) =>
    Object.assign(workspace.bookingPage ?? {}, { published: false }),
  )
  expect((await page(path)).status).toBe(404)
})
