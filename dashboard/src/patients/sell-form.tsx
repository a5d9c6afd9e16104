// Gives a patient a session pack: sold at the clinic's price and paid at once or later, or granted
// for free.

import { NativeSelect, Text } from '@mantine/core'
import { skipToken } from '@tanstack/react-query'
import { useChange, useOperation } from '../api/workspace.tsx'
import { useDeskMethods } from '../ui/desk-methods.ts'
import { Form } from '../ui/form.tsx'
import { RefusalNote } from '../ui/refusal.tsx'
import { moneyText } from '../ui/times.ts'
import { useFields } from '../ui/use-fields.ts'
import { useLanguage, wordFor } from '../words/words.tsx'
import classes from './patients.module.css'
import { usePackLocations } from './queries.ts'

export function SellPackForm({ patientId, close }: { patientId: number; close(): void }) {
  const { words, locale } = useLanguage()
  const { locations, location, choose: chooseLocation, error } = usePackLocations()
  const addressId = location?.addressId
  const offeredPacks = useOperation(
    'packs-offered',
    addressId === undefined ? skipToken : { patientId, addressId },
  )
  const { values, isChanged, text } = useFields({ name: '', method: 'CASH' })
  const { name, method } = values
  const sell = useChange('packs-sell')
  const grant = useChange('packs-grant')
  const change = method === 'GRANT' ? grant : sell
  const pack = offeredPacks.data?.find((one) => one.name === name) ?? offeredPacks.data?.[0]
  function submit() {
    if (!pack || addressId === undefined) return
    if (method === 'GRANT')
      grant.mutate({ patientId, pack: pack.name, amount: 0 }, { onSuccess: close })
    else
      sell.mutate(
        { patientId, pack: pack.name, addressId, ...(method !== 'LATER' && { paidBy: method }) },
        { onSuccess: close },
      )
  }
  const methods = ['LATER', ...useDeskMethods(addressId), 'GRANT']
  const methodText = (one: string) =>
    wordFor({ ...words.method, LATER: words.book.payLater, GRANT: words.patients.grant }, one)
  return (
    <Form
      aria-label={words.patients.sell}
      className={classes.form}
      change={change}
      isChanged={isChanged}
      isComplete={pack !== undefined}
      onSubmit={submit}
      submit={method === 'GRANT' ? words.patients.grantYes : words.patients.sellYes}
      close={close}
      closeText={words.patients.discard}
    >
      <RefusalNote refusal={error ?? offeredPacks.error} />
      {offeredPacks.data?.length === 0 && <Text size="sm">{words.patients.noneOnSale}</Text>}
      {pack && (
        <>
          {locations.length > 1 && (
            <NativeSelect
              size="xs"
              label={words.till.location}
              value={String(addressId)}
              data={locations.map((one) => ({ value: String(one.addressId), label: one.name }))}
              onChange={({ currentTarget }) => chooseLocation(Number(currentTarget.value))}
            />
          )}
          <NativeSelect
            size="xs"
            label={words.patients.pack}
            value={pack.name}
            data={
              offeredPacks.data?.map((one) => ({ value: one.name, label: one.sessionPackName })) ??
              []
            }
            autoFocus
            onChange={text('name').onChange}
          />
          <p className={classes.soft}>
            {words.patients.packTerms(pack.totalSessions, pack.validityDays)} ·{' '}
            <strong>
              {moneyText(method === 'GRANT' ? 0 : pack.amount, pack.currency, locale)}
            </strong>
          </p>
          <NativeSelect
            size="xs"
            label={words.book.payment}
            {...text('method')}
            data={methods.map((one) => ({ value: one, label: methodText(one) }))}
          />
        </>
      )}
    </Form>
  )
}
