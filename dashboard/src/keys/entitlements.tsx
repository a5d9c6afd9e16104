import { useOperation } from '../api/workspace.tsx'
import { RefusalNote } from '../ui/refusal.tsx'
import { StatusShape, toneClass } from '../ui/status.tsx'
import { KeySection } from './card.tsx'
import classes from './keys.module.css'
import { useDeveloperWords } from './words.ts'

/** Which restricted endpoints the clinic may use. */
export function Entitlements() {
  const words = useDeveloperWords()
  const { data, error } = useOperation('entitlement-list', {})
  return (
    <KeySection title={words.entitlements}>
      <RefusalNote refusal={error} />
      <ul className={classes.list}>
        {data?.map(({ entitlement, granted }) => {
          const status = granted ? 'COMPLETED' : 'CANCELLED'
          return (
            <li key={entitlement} className={classes.row}>
              <code dir="ltr">{entitlement}</code>
              <span className={`${classes.status} ${toneClass(status)}`}>
                <StatusShape status={status} /> {granted ? words.granted : words.withheld}
              </span>
            </li>
          )
        })}
      </ul>
    </KeySection>
  )
}
