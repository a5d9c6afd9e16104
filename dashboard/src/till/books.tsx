// The books for a range of days: compared with the gateways' books, and as a statement for a
// spreadsheet.

import { Button, Group, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { callOperation, type Refusal } from '../api/call.ts'
import { useChange, useOperation, useWorkspace } from '../api/workspace.tsx'
import { Card } from '../ui/card.tsx'
import { RefusalNote } from '../ui/refusal.tsx'
import { moneyText } from '../ui/times.ts'
import { useLanguage } from '../words/words.tsx'
import classes from './till.module.css'
import type { OnlineSearch } from './till-search.ts'

interface BooksProps {
  search: OnlineSearch
  go(change: Partial<OnlineSearch>): void
}

export function Books({ search, go }: BooksProps) {
  const { words } = useLanguage()
  const { may } = useWorkspace()
  const tills = useOperation('till-list', {})
  const zone = tills.data?.[0]?.timezone
  // Today in the clinic's calendar, not the browser's.
  const today = useOperation('till-show', { after: 0, limit: 1 }).data?.today
  const from = search.from ?? (today && `${today.slice(0, 8)}01`)
  const to = search.to ?? today
  return (
    <Card title={words.online.books} note={zone}>
      {from && to && (
        <>
          <div className={classes.filters}>
            <TextInput
              type="date"
              size="xs"
              label={words.online.from}
              value={from}
              onChange={({ currentTarget }) =>
                currentTarget.value && go({ from: currentTarget.value })
              }
            />
            <TextInput
              type="date"
              size="xs"
              label={words.online.to}
              value={to}
              onChange={({ currentTarget }) =>
                currentTarget.value && go({ to: currentTarget.value })
              }
            />
          </div>
          <PaymentStatement from={from} to={to} />
          {may('money:write') && <GatewayComparison key={`${from} ${to}`} from={from} to={to} />}
        </>
      )}
    </Card>
  )
}

interface DateRange {
  from: string
  to: string
}

function PaymentStatement({ from, to }: DateRange) {
  const { words, locale } = useLanguage()
  const { workspace } = useWorkspace()
  const statement = useOperation('payments-statement', { from, to, entries: false, csv: false })
  const download = useMutation<void, Refusal, boolean>({
    mutationFn: async (entries) => {
      const { csv } = await callOperation(workspace, 'payments-statement', {
        from,
        to,
        entries,
        csv: true,
      })
      saveCsv(csv ?? '', `${entries ? 'movements' : 'totals'}-${from}-${to}.csv`)
    },
  })
  const totals = statement.data?.totals ?? []
  return (
    <section aria-label={words.online.statement}>
      <h3 className={classes.subheading}>{words.online.statement}</h3>
      <RefusalNote refusal={statement.error ?? download.error} />
      {statement.data && totals.length === 0 && (
        <Text size="sm" c="dimmed">
          {words.online.noOnlineMovements}
        </Text>
      )}
      {totals.map(({ addressId, location, currency, payments, captured, refunded, net }) => {
        const money = (amount: number) => moneyText(amount, currency, locale)
        return (
          <dl
            key={`${addressId} ${currency}`}
            className={classes.totals}
            aria-label={`${location ?? words.till.noLocation}, ${currency}`}
          >
            <dt>{words.till.location}</dt>
            <dd>{location ?? words.till.noLocation}</dd>
            <dt>{words.online.payments}</dt>
            <dd>{payments}</dd>
            <dt>{words.online.captured}</dt>
            <dd>{money(captured)}</dd>
            <dt>{words.online.refunded}</dt>
            <dd>{money(refunded)}</dd>
            <dt>{words.online.net}</dt>
            <dd>
              <strong>{money(net)}</strong>
            </dd>
          </dl>
        )
      })}
      {totals.length > 0 && (
        <Group gap="xs" mt="xs">
          <Button
            size="xs"
            variant="default"
            loading={download.isPending && !download.variables}
            onClick={() => download.mutate(false)}
          >
            {words.online.csvTotals}
          </Button>
          <Button
            size="xs"
            variant="default"
            loading={download.isPending && download.variables}
            onClick={() => download.mutate(true)}
          >
            {words.online.csvEntries}
          </Button>
        </Group>
      )}
    </section>
  )
}

/** Downloads a file. The first character makes a spreadsheet read it as UTF-8. */
function saveCsv(text: string, name: string) {
  const url = URL.createObjectURL(new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' }))
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  URL.revokeObjectURL(url)
}

function GatewayComparison({ from, to }: DateRange) {
  const { words, locale } = useLanguage()
  const reconcile = useChange('payments-reconcile')
  const { data } = reconcile
  return (
    <section aria-label={words.online.reconcile} className={classes.comparing}>
      <Button
        size="xs"
        loading={reconcile.isPending}
        onClick={() => reconcile.mutate({ from, to })}
      >
        {words.online.reconcile}
      </Button>
      <RefusalNote refusal={reconcile.error} />
      {data && (
        <Text size="sm" role="status">
          {words.online.compared(data.compared)}{' '}
          {data.differences.length === 0
            ? words.online.agree
            : words.online.differ(data.differences.length)}
        </Text>
      )}
      {data?.differences.map(
        ({
          sessionRef,
          description,
          currency,
          captured,
          capturedAtGateway,
          refunded,
          refundedAtGateway,
          problem,
        }) => {
          const money = (amount: number | null) =>
            amount === null ? '–' : moneyText(amount, currency, locale)
          return (
            <article key={sessionRef} className={classes.differing} aria-label={description}>
              <h3 className={classes.subheading}>{description}</h3>
              <p className={classes.soft}>
                {words.online.here}: {money(captured)}, {money(-refunded)}
                <br />
                {words.online.there}: {money(capturedAtGateway)},{' '}
                {money(refundedAtGateway === null ? null : -refundedAtGateway)}
              </p>
              <p className={classes.step} lang="en">
                {problem}
              </p>
            </article>
          )
        },
      )}
    </section>
  )
}
