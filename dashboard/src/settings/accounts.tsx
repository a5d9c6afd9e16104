// The clinic's accounts at a mail server, WhatsApp and payment gateways: described with the names of
// their secrets, and tested by one click (SETUP-01).

import { Button, Group } from '@mantine/core'
import type { Input } from '../api/call.ts'
import { useOperationOnce } from '../api/workspace.tsx'
import { Card } from '../ui/card.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { RefusalNote } from '../ui/refusal.tsx'
import { memberAt, type useDraft } from './draft.ts'
import { forms } from './forms.ts'
import { MemberFields, RemoveButton } from './member-form.tsx'
import { blankValue, type Schema, schemaAt } from './schema.ts'
import classes from './settings.module.css'
import { useSettingsLanguage } from './words.ts'

type TestedAccount = Input<'account-test'>['account']

/** The accounts with a card each, and as what each is tested. */
const testedAs = {
  email: 'email',
  chatapp: 'chatapp',
  twilio: 'sms',
  vonage: 'sms',
  msg91: 'sms',
  stripe: 'stripe',
  razorpay: 'razorpay',
} as const satisfies Record<string, TestedAccount>
type AccountName = keyof typeof testedAs

/**
 * The accounts to show: of the carriers of SMS, a clinic has one, so the others are shown only
 * without one.
 */
function shownAccounts(draft: ReturnType<typeof useDraft>): AccountName[] {
  const sms = memberAt(draft.shown, ['workspace', 'messages', 'sms']) ?? {}
  const [carrier] = Object.keys(sms)
  return (Object.keys(testedAs) as AccountName[]).filter(
    (name) => testedAs[name] !== 'sms' || carrier === undefined || carrier === name,
  )
}

export function Accounts({
  schema,
  draft,
}: {
  schema: Schema
  draft: ReturnType<typeof useDraft>
}) {
  const { accounts } = useSettingsLanguage().words.settings
  return (
    <>
      <p className={classes.soft}>{accounts.text}</p>
      {shownAccounts(draft).map((name) => (
        <AccountCard key={name} name={name} schema={schema} draft={draft} />
      ))}
    </>
  )
}

function AccountCard({
  name,
  schema,
  draft,
}: {
  name: AccountName
  schema: Schema
  draft: ReturnType<typeof useDraft>
}) {
  const { words } = useSettingsLanguage()
  const { accounts } = words.settings
  const { path, ...members } = forms[name]
  // A channel of messages is removed with its only provider.
  const whole = path.slice(0, 3)
  const account = memberAt(draft.shown, path) as { url?: string } | undefined
  const title = accounts.names[name]
  const own = schemaAt(schema, path)
  return (
    <Card title={title} isSpaced>
      {account === undefined ? (
        <>
          <p className={classes.soft}>{accounts.missing}</p>
          <Button
            size="compact-sm"
            variant="default"
            className={classes.add}
            onClick={() => draft.set(path, blankValue(own))}
          >
            {words.settings.addMember(title)}
          </Button>
        </>
      ) : (
        <>
          <MemberFields schema={own} path={path} draft={draft} {...members} />
          {name !== 'email' && account.url !== undefined && (
            <Facts>
              <Fact name={accounts.address}>
                <bdi>{account.url}</bdi>
              </Fact>
            </Facts>
          )}
          <AccountTest
            name={name}
            isChanged={draft.edits.some(
              ({ path: [, group, channel] }) =>
                group === path[1] && (channel === undefined || channel === path[2]),
            )}
          />
          <RemoveButton what={title} remove={() => draft.set(whole, undefined)} />
        </>
      )}
    </Card>
  )
}

function AccountTest({ name, isChanged }: { name: AccountName; isChanged: boolean }) {
  const { accounts } = useSettingsLanguage().words.settings
  const test = useOperationOnce('account-test', () => undefined)
  const account = testedAs[name]
  const isMessage = account !== 'stripe' && account !== 'razorpay'
  const reason = test.error?.details.reason
  return (
    <>
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          loading={test.isPending}
          disabled={isChanged}
          onClick={() => test.mutate({ account })}
        >
          {(isMessage ? accounts.testMessage : accounts.test)(accounts.names[name])}
        </Button>
        {isChanged && <span className={classes.soft}>{accounts.applyFirst}</span>}
      </Group>
      {!isChanged && (
        <>
          <RefusalNote refusal={test.error}>
            {typeof reason === 'string' && <p lang="en">{reason}</p>}
          </RefusalNote>
          {test.data && (
            <p role="status">{accounts.outcomes[test.data.outcome](test.data.destination ?? '')}</p>
          )}
        </>
      )}
    </>
  )
}
