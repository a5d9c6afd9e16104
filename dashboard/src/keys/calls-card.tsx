// The last calls of a key, newest first, with the reason of each refusal (SETUP-06). They are
// reloaded every few seconds.

import { Button, Checkbox, CopyButton, Group, NativeSelect, Text } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useChange, useWorkspace } from '../api/workspace.tsx'
import { paths } from '../paths.ts'
import { Card } from '../ui/card.tsx'
import { RefusalNote } from '../ui/refusal.tsx'
import { StatusShape, toneClass } from '../ui/status.tsx'
import { useLanguage, useWords } from '../words/words.tsx'
import { useTimeFormats } from './browser-times.ts'
import type { CallSearch } from './call-search.ts'
import classes from './keys.module.css'
import { type ApiKey, type KeyCall, useCalls, useLimits } from './queries.ts'
import { KeyRefusal } from './refusal.tsx'
import { useDeveloperWords } from './words.ts'

const statuses = [200, 201, 400, 403, 404, 429, 500, 503]

export function CallsCard({ of: apiKey }: { of: ApiKey }) {
  const words = useDeveloperWords()
  const { till } = useWords()
  const search = useSearch({ from: paths.key })
  const formats = useTimeFormats()
  const { calls, isKept, error, more, isMoreComing } = useCalls(apiKey.id, search)
  const isChosen = Object.keys(search).length > 0
  const noCallsText = isChosen ? words.noMatchingCalls : words.noCalls
  return (
    <Card title={words.calls}>
      <p className={classes.soft}>{words.callsText(formats.zone)}</p>
      <Filters id={apiKey.id} search={search} />
      <RefusalNote refusal={error} />
      {calls?.length === 0 && (
        <Text size="sm" c="dimmed">
          {isKept ? noCallsText : words.notKept}
        </Text>
      )}
      <ol className={classes.list} aria-label={words.calls}>
        {calls?.map((call) => (
          <CallRow key={call.id} of={apiKey} call={call} />
        ))}
      </ol>
      {more && (
        <Button size="xs" variant="default" mt="xs" loading={isMoreComing} onClick={more}>
          {till.more}
        </Button>
      )}
    </Card>
  )
}

function Filters({ id, search }: { id: number; search: CallSearch }) {
  const words = useDeveloperWords()
  const navigate = useNavigate({ from: paths.key })
  const limits = useLimits(id)
  const go = (change: CallSearch) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true })
  const calledRoutes = (limits.data?.endpoints ?? []).map(
    ({ method, route }) => `${method} ${route}`,
  )
  const endpoints = [
    ...new Set([...(search.route === undefined ? [] : [search.route]), ...calledRoutes]),
  ].toSorted()
  const statusChoices = [
    ...new Set([...(search.status === undefined ? [] : [search.status]), ...statuses]),
  ].toSorted((a, b) => a - b)
  return (
    <Group gap="sm" mb="xs" align="center">
      <Checkbox
        size="xs"
        label={words.refusedOnly}
        checked={search.refused === true}
        onChange={({ currentTarget }) => go({ refused: currentTarget.checked ? true : undefined })}
      />
      <NativeSelect
        size="xs"
        aria-label={words.statusLabel}
        value={search.status ?? ''}
        data={[
          { value: '', label: words.anyStatus },
          ...statusChoices.map((status) => ({ value: String(status), label: String(status) })),
        ]}
        onChange={({ currentTarget }) =>
          go({ status: currentTarget.value === '' ? undefined : Number(currentTarget.value) })
        }
      />
      <NativeSelect
        className={classes.endpoints}
        size="xs"
        aria-label={words.endpoint}
        value={search.route ?? ''}
        data={[
          { value: '', label: words.anyEndpoint },
          ...endpoints.map((route) => ({ value: route, label: route })),
        ]}
        onChange={({ currentTarget }) => go({ route: currentTarget.value || undefined })}
      />
    </Group>
  )
}

function CallRow({ of: apiKey, call }: { of: ApiKey; call: KeyCall }) {
  const words = useDeveloperWords()
  const { refusal } = useWords()
  const { locale } = useLanguage()
  const formats = useTimeFormats()
  const isRefused = call.status >= 400
  const shape = isRefused ? 'NO_SHOW' : 'COMPLETED'
  return (
    <li className={classes.call}>
      <span className={`${classes.callStatus} ${toneClass(shape)}`}>
        <StatusShape status={shape} /> {call.status}
        <span className={classes.hidden}>{isRefused ? words.refused : words.answered}</span>
      </span>
      <span className={classes.what}>
        <code dir="ltr">
          {call.method} {call.route ?? `(${words.noEndpoint})`}
        </code>
        {call.code !== null && (
          <small>
            <code dir="ltr">{call.code}</code>
          </small>
        )}
      </span>
      <span className={classes.end}>
        <time dateTime={call.at}>{formats.second(call.at)}</time>
        <small>
          {words.ms(new Intl.NumberFormat(locale).format(call.ms))} ·{' '}
          <CopyButton value={call.requestId}>
            {({ copy, copied }) => (
              <button
                type="button"
                className={classes.id}
                aria-label={words.copyId(call.requestId)}
                title={call.requestId}
                onClick={copy}
              >
                {copied ? refusal.copied : <bdi dir="ltr">{call.requestId.slice(0, 8)}</bdi>}
              </button>
            )}
          </CopyButton>
        </small>
      </span>
      {isRefused && <RefusalExplanation of={apiKey} call={call} />}
    </li>
  )
}

/**
 * What a refusal means and what to do next: in the dashboard's own words for the commonest codes,
 * in the API's words for the others.
 */
function RefusalExplanation({
  of: apiKey,
  call: { code, explanation, refusedAddress },
}: {
  of: ApiKey
  call: KeyCall
}) {
  const words = useDeveloperWords()
  const { may } = useWorkspace()
  const allow = useChange('key-allow')
  const ownExplanation =
    code === null ? words.byGateway : (words.explain as Readonly<Record<string, string>>)[code]
  const isAddressMissing =
    refusedAddress !== null &&
    apiKey.kind === 'DEVELOPER' &&
    !apiKey.allowedAddresses.includes(refusedAddress)
  return (
    <details className={classes.why}>
      <summary>{words.why}</summary>
      {ownExplanation === undefined ? (
        <p>
          {explanation !== null && (
            <span lang="en" dir="ltr">
              {explanation}{' '}
            </span>
          )}
          {explanation === null && words.unknownCode}
        </p>
      ) : (
        <p>{ownExplanation}</p>
      )}
      {refusedAddress !== null && !isAddressMissing && (
        <p role="status">{words.allowed(refusedAddress)}</p>
      )}
      {refusedAddress !== null && isAddressMissing && may('developers:write') && (
        <Button
          size="compact-xs"
          variant="default"
          loading={allow.isPending}
          onClick={() => allow.mutate({ id: apiKey.id, add: [refusedAddress], remove: [] })}
        >
          {words.allow(refusedAddress)}
        </Button>
      )}
      <KeyRefusal refusal={allow.error} />
    </details>
  )
}
