// The till of a location on a day: its entries, their totals, what is to be counted, and the
// earlier closes.

import { Button, Group, NativeSelect, Text, TextInput } from '@mantine/core'
import { skipToken } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useOperation, useWorkspace } from '../api/workspace.tsx'
import { paths } from '../paths.ts'
import { Card } from '../ui/card.tsx'
import { DelayedLoader } from '../ui/delayed-loader.tsx'
import { patientName } from '../ui/patient-name.ts'
import { RefusalNote } from '../ui/refusal.tsx'
import { Screen } from '../ui/screen.tsx'
import { Table } from '../ui/table.tsx'
import { addDays, clockTime, dateText, moneyText } from '../ui/times.ts'
import { useLanguage, wordFor } from '../words/words.tsx'
import { CloseTill } from './close-till.tsx'
import { TillCloseList } from './closes.tsx'
import { plainAmount } from './counts.ts'
import { type Till, tillInput, useGrowingLimit, useTills } from './queries.ts'
import classes from './till.module.css'
import type { TillSearch } from './till-search.ts'

export function TillScreen() {
  const search = useSearch({ from: paths.till })
  const navigate = useNavigate({ from: paths.till })
  const { words, locale } = useLanguage()
  const { may } = useWorkspace()
  const { tills, shown, keep: storeLocation } = useTills(search)
  const { limit, more } = useGrowingLimit(200, 500)
  const till = useOperation(
    'till-show',
    shown === undefined
      ? skipToken
      : {
          ...tillInput(shown.addressId),
          ...(search.date && { date: search.date }),
          after: 0,
          limit,
        },
  )
  const go = (change: Partial<TillSearch>) =>
    void navigate({ search: (before) => ({ ...before, ...change }) })
  const date = till.data?.date
  return (
    <Screen
      title={
        <>
          {words.till.title}
          {date && <span className={classes.date}>{dateText(date, locale, 'full')}</span>}
        </>
      }
      tools={
        <>
          {(tills.data?.length ?? 0) > 1 && (
            <NativeSelect
              aria-label={words.till.location}
              size="xs"
              value={String(shown?.addressId ?? 0)}
              data={
                tills.data?.map(({ addressId, location, city }) => ({
                  value: String(addressId ?? 0),
                  label: city || location || words.till.noLocation,
                })) ?? []
              }
              onChange={({ currentTarget }) => {
                storeLocation(Number(currentTarget.value))
                go({ at: Number(currentTarget.value) })
              }}
            />
          )}
          {date && (
            <Group gap={4} wrap="nowrap">
              <Button
                size="xs"
                variant="default"
                aria-label={words.till.before}
                onClick={() => go({ date: addDays(date, -1) })}
              >
                ‹
              </Button>
              <TextInput
                type="date"
                size="xs"
                aria-label={words.till.date}
                value={date}
                onChange={({ currentTarget }) =>
                  currentTarget.value && go({ date: currentTarget.value })
                }
              />
              <Button
                size="xs"
                variant="default"
                aria-label={words.till.after}
                onClick={() => go({ date: addDays(date, 1) })}
              >
                ›
              </Button>
              {date !== till.data?.today && (
                <Button size="xs" variant="default" onClick={() => go({ date: undefined })}>
                  {words.till.today}
                </Button>
              )}
            </Group>
          )}
        </>
      }
    >
      <RefusalNote refusal={tills.error ?? till.error} />
      {!till.data && !(tills.error ?? till.error) && <DelayedLoader />}
      {till.data && shown && (
        <div className={classes.columns}>
          <Card title={words.till.entries} note={till.data.timezone}>
            {till.data.entries.length === 0 ? (
              <Text size="sm" c="dimmed">
                {words.till.noEntries}
              </Text>
            ) : (
              <TillEntries till={till.data} />
            )}
            {till.data.more && more && (
              <Button size="xs" variant="default" onClick={more}>
                {words.till.more}
              </Button>
            )}
          </Card>
          <div className={classes.beside}>
            {may('money:write') && (
              <CloseTill key={shown.addressId} addressId={shown.addressId} open={till.data.open} />
            )}
            <TillSums till={till.data} />
            <TillCloseList key={shown.addressId} addressId={shown.addressId} />
          </div>
        </div>
      )}
    </Screen>
  )
}

function TillEntries({ till }: { till: Till }) {
  const { words, locale } = useLanguage()
  const { workspace } = useWorkspace()
  return (
    <ol className={classes.entries}>
      {till.entries.map((entry) => {
        const {
          number,
          at,
          cause,
          paidFor,
          method,
          member,
          amount,
          currency,
          reason,
          deskPaymentId,
          corrected,
          patient,
        } = entry
        const name = patientName(patient, words)
        const text = moneyText(amount, currency, locale)
        return (
          <li key={number} className={classes.entry} data-cause={cause}>
            <time>{clockTime(at)}</time>
            <span className={classes.what}>
              <EntryPatient entry={entry} name={name} addressId={till.addressId} />
              <small>
                {[
                  paidFor,
                  wordFor(words.method, method),
                  member,
                  reason,
                  corrected && words.till.correctedLater,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            </span>
            <span className={classes.amount}>
              <strong>{corrected ? <s>{text}</s> : text}</strong>
              {cause === 'PAID' && deskPaymentId !== null && !corrected ? (
                <Link
                  to={paths.receipt}
                  params={{ workspace }}
                  search={{ payment: deskPaymentId }}
                  className={classes.link}
                  aria-label={words.till.receiptOf(name)}
                >
                  {words.till.receipt}
                </Link>
              ) : (
                <small className={classes.cause}>{words.till.cause[cause]}</small>
              )}
            </span>
          </li>
        )
      })}
    </ol>
  )
}

/** The patient, with a link to the visit or token, or to the record in case of a pack. */
function EntryPatient({
  entry,
  name,
  addressId,
}: {
  entry: Till['entries'][number]
  name: string
  addressId: number | null
}) {
  const { workspace, may } = useWorkspace()
  const { appointmentId, visitId, visitDate, patient } = entry
  const visit = appointmentId ?? visitId
  if (visit !== null && visitDate !== null && addressId !== null && may('visits:read')) {
    return (
      <Link
        to={paths.day}
        params={{ workspace }}
        search={{ at: addressId, date: visitDate, visit }}
        className={classes.link}
      >
        <bdi>{name}</bdi>
      </Link>
    )
  }
  if (patient.erased || !may('patients:read')) return <bdi>{name}</bdi>
  return (
    <Link
      to={paths.patient}
      params={{ workspace, patient: String(patient.id) }}
      className={classes.link}
    >
      <bdi>{name}</bdi>
    </Link>
  )
}

/** The totals of the day, by method and by member. */
function TillSums({ till }: { till: Till }) {
  const { words, locale } = useLanguage()
  if (till.byMethod.length === 0) return null
  const amount = (value: number, currency: string) => plainAmount(value, currency, locale)
  return (
    <Card title={words.till.ofDay}>
      <Table>
        <thead>
          <tr>
            <th scope="col">{words.till.method}</th>
            <th scope="col">{words.till.taken}</th>
            <th scope="col">{words.till.back}</th>
            <th scope="col">{words.till.net}</th>
          </tr>
        </thead>
        <tbody>
          {till.byMethod.map(({ method, currency, taken, corrected, refunded, net }) => (
            <tr key={`${method} ${currency}`}>
              <th scope="row">{`${wordFor(words.method, method)}, ${currency}`}</th>
              <td>{amount(taken, currency)}</td>
              <td>{amount(corrected + refunded, currency)}</td>
              <td>
                <strong>{amount(net, currency)}</strong>
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
      <h3 className={classes.subheading}>{words.till.byStaffMember}</h3>
      <Table>
        <thead>
          <tr>
            <th scope="col">{words.till.member}</th>
            <th scope="col">{words.till.method}</th>
            <th scope="col">{words.till.net}</th>
          </tr>
        </thead>
        <tbody>
          {till.byStaffMember.map(({ memberUserId, member, method, currency, net }) => (
            <tr key={`${memberUserId} ${method} ${currency}`}>
              <th scope="row">{member ?? words.till.unknownMember}</th>
              <td>{`${wordFor(words.method, method)}, ${currency}`}</td>
              <td>{amount(net, currency)}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Card>
  )
}
