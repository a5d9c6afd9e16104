// Texts of notices, and files with rows, in Chromium by roles and labels.

import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Clinic } from '../../support/clinic/harness.ts'
import { accessibilityProblems } from '../../support/screens/browser.ts'
import { createClinicWithDesk, openDesk } from '../../support/screens/dashboard-desk.ts'
import { fitsWindow, openDashboard, saveScreenshot } from '../../support/screens/screen.ts'

const { house: harness, browser } = await openDashboard()

const region = (page: Page, name: string | RegExp) => page.getByRole('region', { name })
const medicines = 'Medicines, prices and stock'
const patients = 'Patients from another system'

/** The owner of a clinic, who has an e-mail address, at a part of the settings. */
async function openSettings(section: string, options = {}, title: string | RegExp = 'Settings') {
  const clinic = await createClinicWithDesk(harness, (file) => {
    Object.assign(file.practitioners['asha-rao'] ?? {}, {
      email: `asha@${file.workspace.name}.example`,
    })
  })
  return {
    clinic,
    ...(await openDesk(
      harness,
      browser,
      clinic,
      `settings?section=${section}`,
      options,
      clinic.id('practitioner', 'asha-rao'),
      title,
    )),
  }
}

const csv = (name: string, ...lines: string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.join('\n')),
})
const bring = (page: Page, card: string, file: ReturnType<typeof csv>) =>
  region(page, card).locator('input[type=file]').setInputFiles(file)
const searchMedicines = async (clinic: Clinic, searchTerm: string) =>
  (
    await clinic.get(
      `/v1/medicines/search?searchTerm=${searchTerm}&addressId=${clinic.id('location', 'jaipur')}`,
    )
  ).json.list

describe('the texts of notices', () => {
  it('are previewed as a patient would read them while they are typed, and sent to the writer as a test [SETUP-08]', async () => {
    const { clinic, page, complaints } = await openSettings('notices')
    const card = region(page, 'Notice preview')
    await card.getByText(/^Your visit at .* January 2, 2030/).waitFor()
    await card.getByLabel('Notice').selectOption('move')
    await card.getByText(/^Hello Meera,.*has a new time/s).waitFor()
    await page
      .getByRole('group', { name: 'Your own texts' })
      .getByRole('combobox', { name: 'Add a language' })
      .fill('English')
    await page.getByRole('option', { name: 'English', exact: true }).click()
    await page.getByRole('button', { name: 'Add: New time' }).first().click()
    await page.getByRole('textbox', { name: 'Subject' }).fill('Come at {time}')
    await page
      .getByRole('textbox', { name: 'Text', exact: true })
      .fill('Dear {firstName}, {practitioner} sees you on {date} at {place}.')
    await card
      .getByRole('alert')
      .getByText('Clinic › Notices › Your own texts › English › New time › Text')
      .waitFor()
    await saveScreenshot(page, 'notice-mistake')
    await page
      .getByRole('textbox', { name: 'Text', exact: true })
      .fill('Dear {firstName}, {practitioner} sees you on {date}.')
    const letter = card.getByRole('article', { name: 'The message' })
    await letter
      .getByText('Dear Meera, Dr Asha Rao sees you on Wednesday, January 2, 2030.')
      .waitFor()
    await card.getByRole('button', { name: 'Send it to my e-mail address' }).click()
    await card.getByText(`Sent to a***@${clinic.name}.example.`).waitFor()
    await saveScreenshot(page, 'notice-sent')
    const [sent] = await harness.operate('outbox-show', { workspace: clinic.name })
    expect(sent).toMatchObject({
      destination: `asha@${clinic.name}.example`,
      subject: 'Come at 10:00 AM',
    })
    expect(await accessibilityProblems(page)).toEqual([])
    // None of it is saved yet.
    expect(
      (await harness.operate('settings-show', { workspace: clinic.name })).description.workspace
        .notices,
    ).toBeUndefined()
    expect(complaints).toEqual([])
    await page.context().close()
  })
})

describe('a file with rows', () => {
  it('of medicines shows its wrong lines, then its effects, and is imported [SETUP-08]', async () => {
    const { clinic, page, complaints } = await openSettings('rows')
    const card = region(page, medicines)
    const heading = 'code,name,location,unitPrice,stock'
    await bring(
      page,
      medicines,
      csv('stock.csv', heading, 'dolo,Dolo 650,jaipur,2.05,120', 'mox,Mox,delhi,9,1'),
    )
    await card.getByRole('alert').getByText('line 3').waitFor()
    await saveScreenshot(page, 'rows-wrong')
    await bring(page, medicines, csv('stock.csv', heading, 'dolo,Dolo 650,jaipur,2.05,120'))
    await card.getByText('stock.csv: 1 rows checked; nothing is imported yet.').waitFor()
    await card.getByText('Medicines: 1 new, 0 changed, 0 removed').waitFor()
    await saveScreenshot(page, 'rows-looked')
    expect(await searchMedicines(clinic, 'dolo')).toEqual([])
    await card.getByRole('button', { name: 'Import it' }).click()
    await card.getByText('stock.csv: 1 rows imported.').waitFor()
    expect(
      (await searchMedicines(clinic, 'dolo')).map(({ name }: { name: string }) => name),
    ).toEqual(['Dolo 650'])
    expect(await accessibilityProblems(page)).toEqual([])
    expect(complaints).toEqual([])
    await page.context().close()
  })

  it('of patients shows uncertain matches, the result of each row, and its progress [SETUP-08]', async () => {
    const { clinic, page, complaints } = await openSettings('rows')
    const card = region(page, patients)
    const row = (index: number) =>
      `Person${index},Old,98${String(10_000_000 + index)},+91,1980-01-01`
    const rows = [
      'firstName,lastName,phoneNumber,countryCode,dob',
      ...Array.from({ length: 4_000 }, (_, index) => row(index)),
    ]
    await bring(page, patients, csv('old.csv', ...rows))
    await card.getByRole('progressbar').waitFor()
    await card.getByText('4000 new patients, 0 already known').waitFor()
    await card.getByRole('button', { name: 'Import it' }).click()
    await card.getByText('old.csv: 4000 rows imported.').waitFor()
    const again = page.waitForEvent('download')
    await card.getByRole('button', { name: 'Download the result for each row' }).click()
    expect(
      readFileSync(await (await again).path(), 'utf8')
        .trim()
        .split('\n'),
    ).toHaveLength(4_001)
    await bring(
      page,
      patients,
      csv('again.csv', rows[0] ?? '', row(7).replace('1980', '1981'), row(8)),
    )
    await card.getByText('0 new patients, 2 already known').waitFor()
    await card.getByText('Phones without a dial code are read as numbers with +91.').waitFor()
    await card.getByText('1 in doubt:').waitFor()
    await saveScreenshot(page, 'rows-patients')
    expect(
      await harness.sql('select count(*)::int as rows from patients where workspace_id = $1', [
        clinic.workspaceId,
      ]),
    ).toEqual([{ rows: 4_000 }])
    expect(complaints).toEqual([])
    await page.context().close()
  })

  it('of another system has its columns mapped and its rows corrected, and each check says what it found [SETUP-08]', async () => {
    const { clinic, page, complaints } = await openSettings('rows')
    const card = region(page, patients)
    const check = () => card.getByRole('button', { name: 'Check it again' }).click()
    const line = (number: number) => card.getByRole('group', { name: `Line ${number}` })
    await bring(
      page,
      patients,
      csv(
        'alt.csv',
        'Vorname;Nachname;Rufnummer;Geburtsdatum;Schuhgröße',
        'Lena;Maier;9811111111;1990-02-30;38',
        '',
        'Tom;Kern;9822222222;1980-01-01;43',
        'Ada;Lovelace;9833333333;gestern;37',
      ),
    )
    await card.getByText('3 of 5 columns imported').waitFor()
    await line(2).getByText(/dob/).waitFor()
    await line(5).waitFor()
    // The number was not recognised by its heading.
    await card.getByRole('combobox', { name: 'Rufnummer' }).selectOption('Phone number')
    await card.getByText('4 of 5 columns imported').waitFor()
    await line(2).getByRole('textbox', { name: 'Phone number' }).waitFor()
    await check()
    await card.getByText('Checked 3 times. The result is the same as before.').waitFor()
    await line(2).getByRole('textbox', { name: 'Date of birth' }).fill('1990-02-20')
    await line(5).getByRole('button', { name: 'Leave this row out' }).click()
    await saveScreenshot(page, 'rows-mended')
    expect(await accessibilityProblems(page)).toEqual([])
    await check()
    await card.getByText('Checked 4 times. The result has changed.').waitFor()
    await card.getByText('2 new patients, 0 already known').waitFor()
    await card.getByRole('button', { name: 'Import it' }).click()
    await card.getByText('alt.csv: 2 rows imported.').waitFor()
    expect(
      await harness.sql(
        'select first_name, phone_number, dob::text from patients where workspace_id = $1 order by id',
        [clinic.workspaceId],
      ),
    ).toEqual([
      { first_name: 'Lena', phone_number: '9811111111', dob: '1990-02-20' },
      { first_name: 'Tom', phone_number: '9822222222', dob: '1980-01-01' },
    ])
    expect(complaints).toEqual([])
    await page.context().close()
  })

  it('that was corrected elsewhere replaces the one before, with its mistakes, also under the same name [SETUP-08]', async () => {
    const { page, complaints } = await openSettings('rows')
    const card = region(page, patients)
    const heading = 'firstName,dob'
    await bring(page, patients, csv('old.csv', heading, 'Lena,never'))
    await card.getByRole('alert').waitFor()
    await card.getByRole('group', { name: 'Line 2' }).waitFor()
    await bring(page, patients, csv('old.csv', heading, 'Lena,1990-02-20'))
    await card.getByText('1 new patients, 0 already known').waitFor()
    expect(await card.getByRole('alert').count()).toBe(0)
    expect(await card.getByRole('group', { name: 'Line 2' }).count()).toBe(0)
    await card.getByRole('button', { name: 'Check it again' }).click()
    await card.getByText('Checked 2 times. The result is the same as before.').waitFor()
    expect(complaints).toEqual([])
    await page.context().close()
  })

  it('and notices fit a phone, in dark mode and in Arabic [SETUP-08] [DASH-22]', async () => {
    for (const [name, options, title] of [
      ['dark', { viewport: { width: 320, height: 900 }, colorScheme: 'dark' }, 'Settings'],
      ['arabic', { viewport: { width: 320, height: 900 }, locale: 'ar' }, 'الإعدادات'],
      ['tablet', { viewport: { width: 768, height: 1000 } }, 'Settings'],
    ] as const) {
      for (const section of ['rows', 'notices']) {
        const { page, complaints } = await openSettings(section, options, title)
        await page.getByRole('heading', { level: 2 }).nth(1).waitFor()
        await saveScreenshot(page, `${section}-${name}`)
        expect([name, await fitsWindow(page)]).toEqual([name, true])
        expect(await accessibilityProblems(page)).toEqual([])
        expect(complaints).toEqual([])
        await page.context().close()
      }
    }
  })
})
