import { NumberInput, type NumberInputProps } from '@mantine/core'
import { useLanguage } from '../words/words.tsx'
import { type AmountInput, currencyDecimals, parseAmount, subtractAmount } from './amounts.ts'
import { moneyText } from './times.ts'

interface MoneyFieldProps extends Omit<NumberInputProps, 'value' | 'onChange'> {
  currency: string
  /** The most that can be paid; an amount that is not above 0 and within it is an error. */
  due?: number
  /** Whether it says what remains to be paid. */
  showsRest?: boolean
  value: AmountInput
  onChange(value: AmountInput): void
}

/** Whether an amount can be paid of what is due. */
export const canBePaid = (amount: number | undefined, due: number): amount is number =>
  amount !== undefined && amount > 0 && amount <= due

/** An amount of money in the currency of what is paid. */
export function MoneyField({ currency, due, showsRest = false, ...props }: MoneyFieldProps) {
  const { words, locale } = useLanguage()
  const money = (amount: number) => moneyText(amount, currency, locale)
  const amount = parseAmount(props.value, currency)
  const isPossible = due === undefined || canBePaid(amount, due)
  return (
    <NumberInput
      size="xs"
      {...(showsRest &&
        due !== undefined &&
        canBePaid(amount, due) &&
        amount < due && {
          description: words.money.remainsDue(money(subtractAmount(due, amount, currency))),
        })}
      error={!isPossible && due !== undefined && words.money.atMost(money(due))}
      // A field without decimals would drop the point, and read 30.00 as 3000.
      decimalScale={Math.max(1, currencyDecimals(currency))}
      hideControls
      {...props}
    />
  )
}
