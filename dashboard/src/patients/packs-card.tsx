// The session packs of a patient, each with its movements and its actions (TILL-04).

import { Box, Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useChange, useWorkspace } from '../api/workspace.tsx'
import { Card } from '../ui/card.tsx'
import { useDeskMethods } from '../ui/desk-methods.ts'
import { OnlinePayment, packOnlineOperations } from '../ui/online-payment.tsx'
import { RefusalNote } from '../ui/refusal.tsx'
import { dayText, moneyText } from '../ui/times.ts'
import { useLanguage, wordFor } from '../words/words.tsx'
import { useDateTimeFormat } from './clinic-times.ts'
import { CorrectPackForm, RefundPackForm } from './pack-forms.tsx'
import { PagedList } from './paged-list.tsx'
import classes from './patients.module.css'
import { type Pack, usePackLocations, usePages } from './queries.ts'
import { SellPackForm } from './sell-form.tsx'

const pageSize = 20
export function PacksCard({ patientId }: { patientId: number }) {
  const { words } = useLanguage()
  const { may } = useWorkspace()
  const [isSelling, setIsSelling] = useState(false)
  const { pages, ...list } = usePages('packs-show', { patientId, limit: pageSize }, (page) =>
    page.length === pageSize ? { after: page.at(-1)?.id ?? 0 } : undefined,
  )
  const packs = pages?.flat()
  return (
    <Card
      title={words.patients.packs}
      actions={
        may('money:write') &&
        !isSelling && (
          <Button size="compact-sm" variant="default" onClick={() => setIsSelling(true)}>
            {words.patients.sell}
          </Button>
        )
      }
    >
      {isSelling && <SellPackForm patientId={patientId} close={() => setIsSelling(false)} />}
      <PagedList {...list} count={packs?.length} none={words.patients.noPacks}>
        {packs?.map((pack) => (
          <PackItem key={pack.id} pack={pack} />
        ))}
      </PagedList>
    </Card>
  )
}

function PackItem({ pack }: { pack: Pack }) {
  const { words, locale } = useLanguage()
  const { may } = useWorkspace()
  const [question, setQuestion] = useState<'correct' | 'refund'>()
  const {
    id,
    sessionPackName,
    sessionsRemaining,
    totalSessions,
    sessionsUsed,
    expiresOn,
    purchasedOn,
    state,
    amount,
    currency,
    paymentStatus,
  } = pack
  const close = () => setQuestion(undefined)
  const isRefundable = paymentStatus === 'PAID' && state === 'ACTIVE' && sessionsUsed === 0
  return (
    <article className={classes.pack} aria-label={sessionPackName}>
      <div className={classes.packHead}>
        <h3>
          <bdi>{sessionPackName}</bdi>
        </h3>
        <span className={classes.packState} data-state={state}>
          {words.patients.packState[state]}
        </span>
      </div>
      <progress
        className={classes.bar}
        max={totalSessions}
        value={sessionsRemaining}
        aria-label={words.patients.sessionsLeft(sessionsRemaining, totalSessions)}
      />
      <p className={classes.soft}>
        {words.patients.sessionsLeft(sessionsRemaining, totalSessions)} ·{' '}
        {words.patients.until(dayText(expiresOn, locale))}
        <br />
        {words.patients.boughtOn(dayText(purchasedOn, locale), moneyText(amount, currency, locale))}
      </p>
      <PackMovements pack={pack} />
      {may('money:write') && question === undefined && (
        <Group gap="xs">
          {state === 'UNPAID' && paymentStatus === 'UNPAID' && <PayPackForm id={id} />}
          {state !== 'ENDED' && (
            <Button size="compact-xs" variant="default" onClick={() => setQuestion('correct')}>
              {words.patients.correct}
            </Button>
          )}
          {isRefundable && (
            <Button size="compact-xs" variant="default" onClick={() => setQuestion('refund')}>
              {words.patients.refund}
            </Button>
          )}
        </Group>
      )}
      {state === 'UNPAID' && paymentStatus !== null && may('money:read') && (
        <Box mt="xs">
          <OnlinePayment operations={packOnlineOperations} id={id} />
        </Box>
      )}
      {question === 'correct' && <CorrectPackForm id={id} close={close} />}
      {question === 'refund' && <RefundPackForm pack={pack} close={close} />}
    </article>
  )
}

function PayPackForm({ id }: { id: number }) {
  const { words } = useLanguage()
  const pay = useChange('packs-pay')
  const { locations, location } = usePackLocations()
  const methods = useDeskMethods(location?.addressId)
  return (
    <Group gap="xs" role="group" aria-label={words.visit.markPaid}>
      <span className={classes.soft}>
        {words.visit.markPaid} {locations.length > 1 && <bdi>{location?.name}</bdi>}
      </span>
      {methods.map((method) => (
        <Button
          key={method}
          size="compact-xs"
          disabled={pay.isPending}
          variant="default"
          onClick={() =>
            pay.mutate({ id, method, ...(location && { addressId: location.addressId }) })
          }
        >
          {wordFor(words.method, method)}
        </Button>
      ))}
      <RefusalNote refusal={pay.error} />
    </Group>
  )
}

function PackMovements({ pack: { movements } }: { pack: Pack }) {
  const { words } = useLanguage()
  const formatDateTime = useDateTimeFormat()
  if (movements.length === 0) return <p className={classes.soft}>{words.patients.notUsed}</p>
  return (
    <details className={classes.movements}>
      <summary>{words.patients.movements(movements.length)}</summary>
      <ol className={classes.list}>
        {movements.map(({ at, cause, sessions, appointmentId, reason, by }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: movements are only added to
          <li key={index} className={classes.row}>
            <span className={classes.what}>
              {wordFor(words.patients.movement, cause)}
              <small>
                <bdi>
                  {[reason, /^(key|session|operator|service)\b/.test(by) ? null : by]
                    .filter(Boolean)
                    .join(' · ')}
                </bdi>
                {appointmentId !== null && words.patients.ofVisit(appointmentId)}
              </small>
            </span>
            <span className={classes.end}>
              <bdi dir="ltr" className={classes.sessions}>
                {sessions > 0 ? `+${sessions}` : `−${-sessions}`}
              </bdi>
              <time dateTime={at} className={classes.soft}>
                {formatDateTime(at)}
              </time>
            </span>
          </li>
        ))}
      </ol>
    </details>
  )
}
